// encode_with_gpt_3_encoder.js ENCODER IN OUT: the tokens that the npm package gpt-3-encoder, an implementation not
// related to ours, gives to the texts of IN, a JSON array, as an array of arrays in OUT. ENCODER is its Encoder.js.
const fs = require('fs');
const path = require('path');

const [encoder, input, output] = process.argv.slice(2);
const {encode} = require(path.resolve(encoder));
const texts = JSON.parse(fs.readFileSync(input, 'utf-8'));
fs.writeFileSync(output, JSON.stringify(texts.map(encode)));
