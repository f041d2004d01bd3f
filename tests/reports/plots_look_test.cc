// How figures look: colours are seen on both grounds, arms are told apart, labels are broken between words.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "reports/plots/look.h"

namespace retable::reports {
namespace {

// As WCAG 2.1 defines relative luminance and contrast.
double Luminance(const std::string& colour) {
  constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
  double luminance = 0;
  for (int i = 0; i < 3; ++i) {
    const double part = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    luminance += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return luminance;
}

double Contrast(const std::string& a, const std::string& b) {
  const double high = std::max(Luminance(a), Luminance(b)), low = std::min(Luminance(a), Luminance(b));
  return (high + 0.05) / (low + 0.05);
}

TEST(Look, ColoursAreSeenOnWhiteAndOnDark) {
  EXPECT_NEAR(Contrast("#000000", "#ffffff"), 21, 1e-9);
  suites::Table table;
  table.arms.resize(12);
  std::vector<plots::Series> series = plots::ArmSeries(table);
  series.push_back(plots::BaselineSeries());
  for (const plots::Series& one : series) {
    EXPECT_GE(Contrast(one.colour, "#ffffff"), 3) << one.colour;
    EXPECT_GE(Contrast(one.colour, "#0d1117"), 3) << one.colour;
  }
}

TEST(Look, TellsTwelveArmsApart) {
  suites::Table table;
  table.arms.resize(12);
  std::set<std::pair<std::string, std::string>> looks;
  for (const plots::Series& one : plots::ArmSeries(table)) looks.insert({one.colour, one.shape});
  EXPECT_EQ(looks.size(), 12u);
}

TEST(Look, BreaksLinesBetweenWords) {
  EXPECT_EQ(plots::InLines("real attention, wrong documents"), "real attention, wrong\ndocuments");
  EXPECT_EQ(plots::InLines("uniform"), "uniform");
}

}  // namespace
}  // namespace retable::reports
