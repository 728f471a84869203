"""A test that plays the scenarios of a Truthsayer project. It needs nothing from elsewhere but the program itself.

    load("//integrations/bazel:truthsayer.bzl", "truthsayer_test")

    truthsayer_test(
        name = "rules",
        project = "truthsayer.yaml",
        srcs = glob(["rules/**", "scenarios/**", "golden/**"]),
        truthsayer = "//tools:truthsayer",
        shard_count = 3,
    )

Bazel says by its environment which part to play, which scenarios (`--test_filter='dune/survival/*'`) and where the XML
goes; Truthsayer hears it. Every shard keeps its whole result among its undeclared outputs as `truthsayer.json`;
`truthsayer merge` puts them together.
"""

# Runfiles are links to where Bazel keeps the files, and a project holds no links that lead out of it, so it is copied.
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
    # Not by the name alone: a target may be called as a folder of the project is, such as `rules`.
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
            doc = "Rules, scenarios, goldens and whatever else the project holds.",
            allow_files = True,
            mandatory = True,
        ),
        "data": attr.label_list(
            doc = "What engines need, at the places by which the project file names them.",
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
            doc = "verify plays and judges; prove also turns off every switch. More arguments go into `args`.",
            default = "verify",
            values = ["verify", "prove"],
        ),
    },
)
