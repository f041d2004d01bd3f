#include "training/pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using models::programs::Piece;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PiecesTest, ComeBackWithTheirSpaceAsTheStartOfAWord) {
  const faults::Folder folder;
  const auto file = folder.path() / "pieces.json";
  WritePieces(file, {" the", "ing", " ", "\n", "", "a\"b"});
  EXPECT_THAT(ReadPieces(file), ElementsAre(Piece{"the", true}, Piece{"ing"}, Piece{"", true}, Piece{"\n"},
                                            Piece{}, Piece{"a\"b"}));
}

TEST(PiecesTest, EveryByteComesBack) {
  const faults::Folder folder;
  const auto file = folder.path() / "pieces.json";
  std::vector<std::string> bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.push_back("x" + std::string(1, static_cast<char>(byte)));
  WritePieces(file, bytes);
  const auto pieces = ReadPieces(file);
  for (int byte = 0; byte < 256; ++byte) EXPECT_EQ(pieces.at(byte).text, bytes[byte]) << byte;
}

TEST(PiecesTest, OtherFilesAreRefusedByName) {
  const faults::Folder folder;
  const auto file = folder.path() / "pieces.json";
  for (const std::string text : {"{}", "[1]", "[", "[\"\u20ac\"]"}) {
    std::ofstream(file) << text;
    EXPECT_THAT(MessageOf([&] { ReadPieces(file); }), HasSubstr("pieces.json is no file of pieces")) << text;
  }
}

}  // namespace
}  // namespace retable::training
