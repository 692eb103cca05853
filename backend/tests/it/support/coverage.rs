//! Records which requests and response statuses the suite covers. `tools/contract-seen.mjs` compares the file with the OpenAPI
//! document.

use std::{
    collections::BTreeSet,
    fs::OpenOptions,
    io::Write,
    sync::{LazyLock, Mutex},
};

static OUTPUT_FILE: LazyLock<Option<std::path::PathBuf>> =
    LazyLock::new(|| std::env::var_os("KARAVAN_CONTRACT_SEEN").map(Into::into));
static RECORDED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Records a request and its status once.
pub fn record(method: &str, path: &str, status: u16) {
    let Some(file) = OUTPUT_FILE.as_ref() else { return };
    let path = path.split('?').next().unwrap_or(path);
    // All ids are recorded as 0.
    let kind: String = path
        .split('/')
        .map(|part| if part.parse::<i64>().is_ok() { "0" } else { part })
        .collect::<Vec<_>>()
        .join("/");
    let line = format!("{method} {kind} {status}\n");
    let mut seen = RECORDED.lock().expect("the lock is not poisoned");
    if seen.insert(line.clone()) {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .expect("the file opens");
        file.write_all(line.as_bytes()).expect("the line is written");
    }
}
