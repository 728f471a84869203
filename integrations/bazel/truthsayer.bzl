"""A test that runs the scenarios of a Truthsayer project. It needs the program and nothing else.

    load("//integrations/bazel:truthsayer.bzl", "truthsayer_test")

    truthsayer_test(
        name = "rules",
        project = "truthsayer.yaml",
        srcs = glob(["rules/**", "scenarios/**", "golden/**"]),
        truthsayer = "//tools:truthsayer",
        shard_count = 3,
    )

Truthsayer reads the shard, the filter (`--test_filter='dune/survival/*'`) and the path of the XML file from the environment
that Bazel sets. Every shard writes its whole result to its undeclared outputs as `truthsayer.json`; `truthsayer merge` merges
these files.
"""

# Runfiles are links out of the project, which Truthsayer does not follow. So the project is copied.
_LAUNCHER = """#!/usr/bin/env bash
set -euo pipefail
here="$TEST_SRCDIR/$TEST_WORKSPACE"
copy="$TEST_TMPDIR/truthsayer"
mkdir -p "$copy"
cp -RL "$here/." "$copy/"
chmod -R u+w "$copy"
program="$here/{program}"
cd "$copy/{folder}"
export CI=true
exec "$program" {command} --color never --json "${{TEST_UNDECLARED_OUTPUTS_DIR:-$TEST_TMPDIR}}/truthsayer.json" "$@"
"""

def _impl(ctx):
    # The suffix is needed because a target may have the name of a folder of the project, such as `rules`.
    launcher = ctx.actions.declare_file(ctx.label.name + "_truthsayer_test.sh")
    project = ctx.file.project
    folder = project.short_path[:-len(project.basename)]
    ctx.actions.write(
        output = launcher,
        content = _LAUNCHER.format(
            command = ctx.attr.command,
            folder = folder,
            program = ctx.executable.truthsayer.short_path,
        ),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = [project, ctx.executable.truthsayer] + ctx.files.srcs + ctx.files.data)
    runfiles = runfiles.merge(ctx.attr.truthsayer[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

truthsayer_test = rule(
    implementation = _impl,
    test = True,
    attrs = {
        "project": attr.label(
            doc = "The project file, truthsayer.yaml; its folder is the folder of the project.",
            allow_single_file = True,
            mandatory = True,
        ),
        "srcs": attr.label_list(
            doc = "Rules, scenarios, goldens and all other files of the project.",
            allow_files = True,
            mandatory = True,
        ),
        "data": attr.label_list(
            doc = "Files that the engines need, at the paths that the project file names.",
            allow_files = True,
        ),
        "truthsayer": attr.label(
            doc = "The program.",
            allow_single_file = True,
            executable = True,
            cfg = "target",
            mandatory = True,
        ),
        "command": attr.string(
            doc = "`verify` or `prove`. Further arguments go into `args`.",
            default = "verify",
            values = ["verify", "prove"],
        ),
    },
)
