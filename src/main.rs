use truthsayer::cli;

/// mimalloc is fast for the many small maps of game data. Set in the program, because a library must not choose the
/// allocator of its users.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::start(std::env::args_os(), cli::env::environment::Environment::from_process()).into()
}
