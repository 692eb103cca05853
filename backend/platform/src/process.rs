//! Limits that the operating system sets for this process.

/// Raises the limit of open files to the most that this process may set. Returns the limit; `None` when there is none or it is not
/// known.
#[cfg(target_os = "linux")]
pub fn raise_file_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "limit of open files could not be raised");
            limit.current
        }
    }
}

/// Other systems have limits that suit development.
#[cfg(not(target_os = "linux"))]
pub fn raise_file_limit() -> Option<u64> {
    None
}
