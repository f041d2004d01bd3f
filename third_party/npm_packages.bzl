"""Installed npm packages as one repository, so that programs and tests find their files in their runfiles.

npm_packages(name, lock, files): `lock` is the package-lock.json of a folder that tools/setup installs; `files`
maps the name of a filegroup to patterns of what it holds, each of which starts with the package's name.
"""

_BUILD = """
filegroup(
    name = "{name}",
    srcs = glob({patterns}, allow_empty = False),
    visibility = ["//visibility:public"],
)
"""

def _npm_packages_impl(repository_ctx):
    # The lock file's label makes Bazel look again when a package changes.
    installed = repository_ctx.path(repository_ctx.attr.lock).dirname.get_child("node_modules")
    build = "# One filegroup for each use of a package.\n"
    packages = {}
    for name, patterns in repository_ctx.attr.files.items():
        packages.update([(pattern.split("/")[0], True) for pattern in patterns])
        build += _BUILD.format(name = name, patterns = patterns)
    for package in packages:
        folder = installed.get_child(package)
        if not folder.exists:
            fail("npm package %s is missing (%s): run tools/setup, which installs it" % (package, folder))
        repository_ctx.symlink(folder, package)
    repository_ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % repository_ctx.name)
    repository_ctx.file("BUILD", build)

npm_packages = repository_rule(
    implementation = _npm_packages_impl,
    attrs = {
        "lock": attr.label(mandatory = True),
        "files": attr.string_list_dict(mandatory = True),
    },
    local = True,
)
