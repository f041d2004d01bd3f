"""Bazel's own rule sets, taken from the system's folders instead of the network."""

_USE_CPP_TOOLCHAIN_FILES = [
    "cc/private/rules_impl/compiler_flag.bzl",
    "cc/private/rules_impl/cc_flags_supplier.bzl",
]

def _link_children(repository_ctx, folder, skip):
    for child in repository_ctx.path(folder).readdir():
        if child.basename not in skip:
            repository_ctx.symlink(child, child.basename)

def _copy_tree(repository_ctx, folder):
    result = repository_ctx.execute(["cp", "-rL", folder + "/.", "."])
    if result.return_code != 0:
        fail("cannot copy %s: %s" % (folder, result.stderr))

def _bazel_rules_impl(repository_ctx):
    path = repository_ctx.attr.path
    if not repository_ctx.path(path).exists:
        fail("%s is missing: run tools/setup, which installs Bazel's rules for @%s" % (path, repository_ctx.name))
    if not repository_ctx.attr.patch_use_cpp_toolchain:
        _link_children(repository_ctx, path, skip = ["WORKSPACE"])
        repository_ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % repository_ctx.name)
        return

    # Debian's rules_cc is newer than its Bazel 4.2, whose toolchain_utils.bzl has no use_cpp_toolchain().
    _copy_tree(repository_ctx, path)
    for file in _USE_CPP_TOOLCHAIN_FILES:
        text = repository_ctx.read(file)
        text = text.replace("\"find_cpp_toolchain\", \"use_cpp_toolchain\"", "\"find_cpp_toolchain\"")
        text = text.replace("use_cpp_toolchain()", "[\"@bazel_tools//tools/cpp:toolchain_type\"]")
        repository_ctx.delete(file)
        repository_ctx.file(file, text)

bazel_rules = repository_rule(
    implementation = _bazel_rules_impl,
    attrs = {
        "path": attr.string(mandatory = True),
        "patch_use_cpp_toolchain": attr.bool(default = False),
    },
    local = True,
)
