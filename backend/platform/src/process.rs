//! Resource usage of this process, and the limits that the operating system sets for it.

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

/// Resource usage of a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub(crate) cpu_seconds: u64,
    pub(crate) resident_bytes: u64,
    pub(crate) virtual_bytes: u64,
    pub(crate) threads: u64,
    pub(crate) open_files: u64,
    pub(crate) max_files: Option<u64>,
    /// In seconds since 1970.
    pub(crate) started_at: u64,
}

/// Returns the resource usage of this process; `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub(crate) fn usage() -> Option<Usage> {
    /// The unit of times in `/proc`, which is the same on all systems.
    const TICKS_PER_SECOND: u64 = 100;
    // The name of the program, in parentheses, can contain spaces.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // The first of these fields is number 3 of proc(5).
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let page_bytes = u64::try_from(rustix::param::page_size()).ok()?;
    let boot = std::fs::read_to_string("/proc/stat").ok()?;
    let booted_at: u64 = boot
        .lines()
        .find_map(|line| line.strip_prefix("btime "))?
        .trim()
        .parse()
        .ok()?;
    Some(Usage {
        cpu_seconds: (field(14)? + field(15)?) / TICKS_PER_SECOND,
        resident_bytes: field(24)? * page_bytes,
        virtual_bytes: field(23)?,
        threads: field(20)?,
        open_files: u64::try_from(std::fs::read_dir("/proc/self/fd").ok()?.count()).ok()?,
        max_files: rustix::process::getrlimit(rustix::process::Resource::Nofile).current,
        started_at: booted_at + field(22)? / TICKS_PER_SECOND,
    })
}

/// Other systems are for development.
#[cfg(not(target_os = "linux"))]
pub(crate) fn usage() -> Option<Usage> {
    None
}
