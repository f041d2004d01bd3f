"""The folders of installed data packages as one repository, so that tests find them in their runfiles."""

_BUILD = """
filegroup(
    name = "{name}",
    srcs = glob(["{package}/**"]),
    visibility = ["//visibility:public"],
)
"""

def _datasets_impl(repository_ctx):
    # The lock file's label makes Bazel look again when a package changes.
    packages = repository_ctx.path(repository_ctx.attr.lock).dirname.get_child("node_modules")
    build = "# One filegroup per data package.\n"
    for package in repository_ctx.attr.packages:
        folder = packages.get_child(package)
        if not folder.exists:
            fail("data package %s is missing (%s): run tools/setup, which installs it" % (package, folder))
        repository_ctx.symlink(folder, package)
        build += _BUILD.format(name = package.replace("-", "_"), package = package)
    repository_ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % repository_ctx.name)
    repository_ctx.file("BUILD", build)

datasets = repository_rule(
    implementation = _datasets_impl,
    attrs = {
        "lock": attr.label(default = "//third_party/datasets:package-lock.json"),
        "packages": attr.string_list(mandatory = True),
    },
    local = True,
)
