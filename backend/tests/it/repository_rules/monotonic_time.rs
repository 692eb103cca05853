//! The monotonic time is read in one place. Code whose behavior depends on it has it as a parameter or uses the timers of tokio, so
//! that tests choose the time.

use super::{file_text, has_extension, repository_files};
use std::path::Path;

/// The one place that reads it.
const PLACE: &str = "backend/platform/src/clock.rs";

/// Whether code outside of its unit tests reads the time of the standard library.
fn reads_monotonic_time(code: &str) -> bool {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let is_of_tokio = code
        .split("use ")
        .filter_map(|item| item.split(';').next())
        .any(|item| item.contains("tokio::") && item.contains("Instant"));
    code.contains("std::time::Instant::now") || !is_of_tokio && code.contains("Instant::now")
}

#[test]
fn monotonic_time_is_read_in_one_place() {
    let planted = "use std::time::{Duration, Instant};\nfn f() { let now = Instant::now(); }";
    assert!(reads_monotonic_time(planted));
    assert!(reads_monotonic_time("fn f() { std::time::Instant::now(); }"));
    assert!(reads_monotonic_time(
        "use tokio::sync::Mutex;\nuse std::time::Instant; fn f() { Instant::now(); }"
    ));
    assert!(!reads_monotonic_time(
        "use tokio::time::{Instant, sleep_until}; fn f() { Instant::now(); }"
    ));
    assert!(!reads_monotonic_time(
        "fn f() {}\n#[cfg(test)]\nmod tests { fn g() { Instant::now(); } }"
    ));
    assert!(reads_monotonic_time(&file_text(Path::new(PLACE))));
    let found: Vec<String> = repository_files()
        .iter()
        .filter(|path| {
            path.starts_with("backend") && !path.starts_with("backend/tests") && has_extension(path, &["rs"])
        })
        .filter(|path| *path != Path::new(PLACE) && reads_monotonic_time(&file_text(path)))
        .map(|path| path.display().to_string())
        .collect();
    assert!(
        found.is_empty(),
        "take the time as a parameter, or ask {PLACE}: {found:?}"
    );
}
