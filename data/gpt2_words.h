// Where does GPT-2's tokenizer cut text before it merges bytes? (Radford et al., "Language Models are
// Unsupervised Multitask Learners", 2019.) Tokens never reach over these cuts.
//
// A word is the first of these that fits: a contraction in lower case ('s 't 're 've 'm 'll 'd); letters,
// numbers, or characters that are neither nor white space, each a whole run with at most one space (U+0020)
// before it; white space up to the last one before a word; white space. Letters are Unicode's category L,
// numbers N, white space its property White_Space (as in the reference's regular expressions, so U+FEFF and
// U+180E are none).
//
// PCRE2 matches them; what a code point is follows its Unicode version (14 in PCRE2 10.42, of Debian 12), so
// code points that were assigned later count as neither letters nor numbers.
//
// Bytes that are not UTF-8: the reference knows only characters. Here each stretch of such bytes is a word of
// its own, and the text on either side is cut as if it ended there. So every string of bytes can be encoded
// and decoded again.
#ifndef RETABLE_DATA_GPT2_WORDS_H_
#define RETABLE_DATA_GPT2_WORDS_H_

#include <string_view>
#include <vector>

namespace retable::data {

// The words in order, views into `text` that follow each other without gaps. Time is linear in
// the text's length.
std::vector<std::string_view> Gpt2Words(std::string_view text);

}  // namespace retable::data

#endif  // RETABLE_DATA_GPT2_WORDS_H_
