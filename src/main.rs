use truthsayer::cli;

fn main() -> std::process::ExitCode {
    let surroundings = cli::surroundings::Surroundings::from_process();
    cli::run(std::env::args_os(), &surroundings).into()
}
