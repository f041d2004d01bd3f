def broken(sentence, tokenizer):
    return ((
