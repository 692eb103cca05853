//! The binary `karavan`.

fn main() -> std::process::ExitCode {
    karavan::cli::run()
}
