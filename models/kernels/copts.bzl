"""How the kernels, and tests of their inline functions, are compiled."""

KERNEL_COPTS = [
    "-O3",
    "-ffp-contract=fast",
    "-fno-math-errno",
] + select({
    "@platforms//cpu:x86_64": [
        "-mavx2",
        "-mfma",
        "-Wno-psabi",
    ],
    "//conditions:default": [],
})
