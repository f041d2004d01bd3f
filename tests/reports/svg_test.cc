// Figures become SVG files, by node and the real bundles; what cannot be drawn is said in a sentence.
#include "reports/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace retable::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Plot TwoPoints(const std::string& title) {
  return {.id = "points",
          .title = title,
          .description = "Two points.",
          .spec = {{"data", {{"values", {{{"x", 1}, {"y", 2}}, {{"x", 2}, {"y", 3.14159}}}}}},
                   {"width", "container"},
                   {"height", 100},
                   {"mark", {{"type", "line"}, {"clip", true}, {"color", "#0072B2"}}},
                   {"encoding",
                    {{"x", {{"field", "x"}, {"type", "quantitative"}}},
                     {"y", {{"field", "y"}, {"type", "quantitative"}}}}}}};
}

std::string MessageOf(const Plot& plot) {
  try {
    DrawSvgs({{"a/points", TwoPoints("one")}, {"b/points", plot}});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "drawn";
}

// Sets a variable of the environment for a while.
class Variable {
 public:
  Variable(const char* name, const char* value)
      : name_(name), before_(std::getenv(name) ? std::getenv(name) : "") {
    setenv(name, value, 1);
  }
  ~Variable() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

TEST(Svg, HoldsTheTitleAndTheMarksAndAStyleForDarkReaders) {
  EXPECT_THAT(DrawSvgs({{"a/points", TwoPoints("How y grows")}}).at("a/points"),
              AllOf(StartsWith("<svg "), HasSubstr("width=\"760\""), HasSubstr("How y grows"),
                    HasSubstr("#0072B2"), HasSubstr("prefers-color-scheme:dark"), HasSubstr("</svg>\n")));
}

TEST(Svg, DoesNotDependOnWhatElseIsDrawn) {
  const auto alone = DrawSvgs({{"b", TwoPoints("two")}});
  const auto among = DrawSvgs({{"a", TwoPoints("one")}, {"b", TwoPoints("two")}, {"c", TwoPoints("three")}});
  EXPECT_EQ(among.size(), 3u);
  EXPECT_EQ(among.at("b"), alone.at("b"));
}

TEST(Svg, DoesNotDependOnLocaleOrTimeZone) {
  const auto before = DrawSvgs({{"a", TwoPoints("one")}});
  const Variable locale("LC_ALL", "de_DE.UTF-8"), zone("TZ", "Pacific/Auckland");
  EXPECT_EQ(DrawSvgs({{"a", TwoPoints("one")}}), before);
}

TEST(Svg, RefusesASpecThatVegaRefusesAndNamesIt) {
  Plot plot = TwoPoints("two");
  plot.spec.erase("mark");
  EXPECT_THAT(MessageOf(plot),
              AllOf(StartsWith("the figure b/points cannot be drawn: "), HasSubstr("Invalid specification")));
}

TEST(Svg, RefusesASpecThatDrawsAWarning) {
  Plot plot = TwoPoints("two");
  plot.spec["encoding"]["x"]["scale"] = {{"type", "band"}};
  EXPECT_THAT(MessageOf(plot), AllOf(StartsWith("the figure b/points cannot be drawn: "), HasSubstr("band")));
}

TEST(Svg, SaysHowToGetNodeWhereItIsMissing) {
  const Variable path("PATH", "/nowhere");
  EXPECT_THAT(MessageOf(TwoPoints("two")), AllOf(HasSubstr("cannot start node"), HasSubstr("tools/setup")));
}

TEST(Svg, NeedsNoNodeForNoFigures) {
  const Variable path("PATH", "/nowhere");
  EXPECT_THAT(DrawSvgs({}), IsEmpty());
}

}  // namespace
}  // namespace retable::reports
