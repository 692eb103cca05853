//! The binary `karavan`.

// Memory that a photo or a crowd of logins needed goes back to the system at once; how is said in `.cargo/config.toml`.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    karavan::cli::run()
}
