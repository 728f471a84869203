//! `new`: a skeleton that proves nothing until it has a claim.

use crate::project::Project;

#[test]
fn a_skeleton_has_the_quote_filled_in_and_is_a_draft_until_something_is_claimed() {
    let project = Project::with_duel();
    project
        .run(&["new", "dune/battle.md:5.3"])
        .exits(0)
        .says("wrote scenarios/dune/killed-leaders/a-loser-must-leave-the-territory.yaml");
    let text = project.read("scenarios/dune/killed-leaders/a-loser-must-leave-the-territory.yaml");
    assert!(
        text.contains("cite: dune/battle.md#KILLED LEADERS\n")
            && text.contains("quote: \"A loser must leave the Territory.\""),
        "{text}"
    );
    assert!(text.contains("draft: true"), "{text}");
    project.run(&["bless"]).exits(0);
    let run = project.run(&["verify"]).exits(0);
    run.says("draft dune/killed-leaders/a-loser-must-leave-the-territory").says("1 scenario passed");
    let path = "scenarios/dune/killed-leaders/a-loser-must-leave-the-territory.yaml";
    project.write(path, text.replace("draft: true", "draft: false"));
    project.run(&["verify"]).exits(3).complains("`then` is empty, so this claim can never fail");
}

#[test]
fn a_skeleton_never_overwrites_and_never_leaves_the_project() {
    let project = Project::with_duel();
    project.run(&["new", "dune/battle.md:2", "--id", "dune/duel/plain"]).exits(2).complains("exists; choose");
    project.run(&["new", "dune/battle.md:2", "--id", "dune/../../escape"]).exits(2).complains("invalid scenario id");
    project.run(&["new", "dune/battle.md:4"]).exits(5).complains("there is no rule at");
    project.run(&["new", "dune/battle.md:2.9"]).exits(2).complains("it has 2");
    project.run(&["new", "dune/battel.md:2"]).exits(5).complains("did you mean `dune/battle.md`?");
    project.run(&["new", "dune/battle.md:3", "--stdout"]).exits(0).says("the Aggressor wins");
}
