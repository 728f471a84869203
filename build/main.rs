//! Build script: packs the example and finds the commit.

use std::io;

mod commit;
mod example;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build");
    commit::emit();
    example::pack()
}
