//! What is worked out before the program is compiled: the packed example, and the commit.

use std::io;

mod commit;
mod example;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build");
    commit::tell();
    example::pack()
}
