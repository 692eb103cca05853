//! What the suite has seen of the contract: each kind of request with the status it was answered by, in a file that
//! `tools/contract-seen.mjs` holds against the OpenAPI document.

use std::{
    collections::BTreeSet,
    fs::OpenOptions,
    io::Write,
    sync::{LazyLock, Mutex},
};

static FILE: LazyLock<Option<std::path::PathBuf>> =
    LazyLock::new(|| std::env::var_os("KARAVAN_CONTRACT_SEEN").map(Into::into));
static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Writes down a request and its answer, unless one like it was written down before.
pub fn note(method: &str, path: &str, status: u16) {
    let Some(file) = FILE.as_ref() else { return };
    let path = path.split('?').next().unwrap_or(path);
    // An id is as good as another.
    let kind: String = path
        .split('/')
        .map(|part| if part.parse::<i64>().is_ok() { "0" } else { part })
        .collect::<Vec<_>>()
        .join("/");
    let line = format!("{method} {kind} {status}\n");
    let mut seen = SEEN.lock().expect("nobody panics while noting");
    if seen.insert(line.clone()) {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .expect("the file opens");
        file.write_all(line.as_bytes()).expect("the line is written");
    }
}
