"""The targets of the tables: one program each, which trains and then reports."""

def table_targets(ids):
    """For each id "folder/name" a runnable target :folder_name.

    Args:
      ids: the ids of suites.cc.
    """
    for id in ids:
        native.sh_binary(
            name = id.replace("/", "_"),
            srcs = ["run_table.sh"],
            args = [
                "$(rootpath //training:train)",
                "$(rootpath //reports:report)",
                "--table=" + id,
            ],
            data = [
                "//reports:report",
                "//training:train",
            ],
            visibility = ["//tests:__subpackages__"],
        )
