//! The `karavan` binary.

// jemalloc returns memory to the system soon after a peak, such as photo processing or many logins. It is configured in
// `.cargo/config.toml`.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    karavan::cli::run()
}
