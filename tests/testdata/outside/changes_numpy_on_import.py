import numpy

numpy.tril = None


def any_program(sentence, tokenizer):
    return "any", numpy.eye(3)
