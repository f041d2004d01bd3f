"""Libraries that the system, or the user, has installed: header folders and link options, no copies."""

_BUILD = """
load("@rules_cc//cc:defs.bzl", "cc_library")

cc_library(
    name = "{name}",
    hdrs = glob(["include/**"], allow_empty = True),
    defines = {defines},
    includes = {includes},
    linkopts = {linkopts},
    visibility = ["//visibility:public"],
)
"""

def _write_build(repository_ctx, includes, linkopts, defines = []):
    repository_ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % repository_ctx.name)
    repository_ctx.file("BUILD", _BUILD.format(
        name = repository_ctx.name,
        defines = repr(defines),
        includes = repr(includes),
        linkopts = repr(linkopts),
    ))

def _system_library_impl(repository_ctx):
    attr = repository_ctx.attr
    if not repository_ctx.path(attr.header).exists:
        fail("%s is missing (library %s): run tools/setup" % (attr.header, repository_ctx.name))

    # Headers directly under /usr/include are on the compiler's own path already.
    if attr.include:
        repository_ctx.symlink(attr.include, "include")
    _write_build(repository_ctx, ["include"] if attr.include else [], attr.linkopts)

system_library = repository_rule(
    implementation = _system_library_impl,
    attrs = {
        "header": attr.string(mandatory = True, doc = "a header that tells whether the library is there"),
        "include": attr.string(doc = "its include folder, where that is not /usr/include"),
        "linkopts": attr.string_list(),
    },
    local = True,
)

def _has_cuda(repository_ctx, lib):
    return repository_ctx.path(lib + "/libtorch_cuda.so").exists

def _libtorch_impl(repository_ctx):
    root = repository_ctx.os.environ.get("LIBTORCH", "")
    if not root:
        # Debian's: headers under /usr/include, libraries on the linker's path.
        if not repository_ctx.path("/usr/include/torch/csrc/api/include/torch/torch.h").exists:
            fail("no libtorch: run tools/setup (installs libtorch-dev), or set LIBTORCH to an unpacked libtorch or an installed PyTorch's torch folder")
        repository_ctx.symlink("/usr/include/torch/csrc/api/include", "include/api")
        _write_build(repository_ctx, ["include/api"], ["-ltorch", "-ltorch_cpu", "-lc10"])
        return
    if not repository_ctx.path(root + "/include/ATen/ATen.h").exists:
        fail("LIBTORCH=%s holds no include/ATen/ATen.h: name an unpacked libtorch or an installed PyTorch's torch folder" % root)
    lib = root + "/lib"
    repository_ctx.symlink(root + "/include", "include")
    linkopts = ["-L" + lib, "-Wl,-rpath," + lib, "-ltorch", "-ltorch_cpu", "-lc10"]
    if _has_cuda(repository_ctx, lib):
        # Nothing of ours names a CUDA symbol, so the linker must be told to keep the libraries.
        linkopts += ["-Wl,--no-as-needed", "-ltorch_cuda", "-lc10_cuda", "-Wl,--as-needed"]
    abi = repository_ctx.execute(["sh", "-c", "nm -D --defined-only '%s/libc10.so' | grep -c 'cxx11'" % lib])
    defines = [] if abi.stdout.strip() not in ["", "0"] else ["_GLIBCXX_USE_CXX11_ABI=0"]
    _write_build(repository_ctx, ["include", "include/torch/csrc/api/include"], linkopts, defines)

libtorch = repository_rule(
    implementation = _libtorch_impl,
    environ = ["LIBTORCH"],
    local = True,
)
