use truthsayer::cli;

/// Game data is made of many small maps that are built, compared and dropped at once; this allocator is made for that.
/// It belongs to the program: a library must leave that choice to whoever links it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::start(std::env::args_os(), cli::surroundings::Surroundings::from_process()).into()
}
