//! Rules of test code: failures can be reproduced, and nothing waits for a fixed time.

use super::{file_text, has_extension, repository_files};
use std::{collections::BTreeMap, path::Path};

/// Sources of random values that differ in each run.
const UNSEEDED: &[&str] = &[
    "rand::random",
    "rand::rng()",
    "thread_rng",
    "ThreadRng",
    "OsRng",
    "SysRng",
    "from_os_rng",
    "from_entropy",
    "getrandom",
    "RandomState",
    "fastrand",
    "Uuid::new_v4",
    "SystemTime::now",
    "rng::request_id(",
    "RngSeed::Random",
    "Math.random",
    "randomUUID",
    "randomBytes",
    "randomInt(",
    "getRandomValues",
];

/// Calls that wait for a fixed time.
const WAITS: &[&str] = &[
    "sleep(",
    "sleep_until(",
    "park_timeout(",
    "waitForTimeout(",
    "setTimeout(",
    "setInterval(",
    "timers/promises",
];

/// The waits that are allowed: file, number, reason.
const ALLOWED_WAITS: &[(&str, usize, &str)] = &[
    (
        "e2e/harness/eventually.ts",
        1,
        "the pause between two checks of a condition",
    ),
    (
        "e2e/harness/server.ts",
        1,
        "the time after which a process that ignores SIGTERM is killed",
    ),
    (
        "e2e/harness/note-leaks.ts",
        1,
        "the time limit for bodies of pages that were left",
    ),
    (
        "e2e/specs/layout-shift.spec.ts",
        1,
        "responses are delayed, so that the parts of a page arrive one after another",
    ),
    (
        "extension/test-browser/harness.mjs",
        1,
        "the pause between two checks of a condition",
    ),
    (
        "extension/test-firefox/harness.mjs",
        1,
        "the time limit for the answer of a page that was closed",
    ),
];

/// The test code of a file, or nothing if it has none.
fn test_code<'a>(path: &Path, code: &'a str) -> &'a str {
    let is_test_folder = [
        "backend/tests",
        "e2e",
        "extension/test",
        "extension/test-browser",
        "extension/test-firefox",
    ]
    .iter()
    .any(|folder| path.starts_with(folder));
    if is_test_folder || path.ends_with("tests.rs") {
        code
    } else {
        code.find("#[cfg(test)]").map_or("", |start| &code[start..])
    }
}

fn is_code(path: &Path) -> bool {
    has_extension(path, &["rs", "ts", "js", "mjs"])
}

/// The test code of the repository, except the rules, which quote the forbidden code.
fn all_test_code() -> impl Iterator<Item = (String, String)> {
    repository_files()
        .into_iter()
        .filter(|path| {
            is_code(path)
                && !path
                    .display()
                    .to_string()
                    .starts_with("backend/tests/it/repository_rules")
        })
        .map(|path| {
            (
                path.display().to_string(),
                test_code(&path, &file_text(&path)).to_owned(),
            )
        })
        .filter(|(_, code)| !code.is_empty())
}

/// The unseeded sources in test code, and property tests without the seed of the run.
fn unseeded(code: &str) -> Vec<String> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let sources = lines.flat_map(|line| UNSEEDED.iter().filter(move |source| line.contains(**source)));
    let mut found: Vec<String> = sources.map(|source| (*source).to_owned()).collect();
    for (start, _) in code.match_indices("proptest! {") {
        let first_line = code[start..].lines().nth(1).unwrap_or_default().trim();
        if !first_line.starts_with("#![proptest_config(test_seed::proptest_config(") {
            found.push(format!("proptest! without test_seed: {first_line}"));
        }
    }
    found
}

/// The number of fixed waits in test code. `test.setTimeout` of Playwright sets the limit of a test.
fn count_waits(code: &str) -> usize {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .map(|line| {
            let line = line.replace("test.setTimeout(", "");
            WAITS.iter().map(|wait| line.matches(wait).count()).sum::<usize>()
        })
        .sum()
}

#[test]
fn random_test_data_has_a_seed() {
    let mut files = 0;
    for (path, code) in all_test_code() {
        files += 1;
        let found = unseeded(&code);
        assert!(
            found.is_empty(),
            "{path} uses {}: take values from the crate `test-seed`",
            found.join(", ")
        );
    }
    assert!(files > 100, "only {files} files have test code");

    for planted in [
        "let delay = rand::random::<u16>();",
        "const noise = Math.floor(Math.random() * 256);",
        "let mut rng = rand::rngs::ThreadRng::default();",
        "proptest! {\n    #[test]\n    fn holds(number: u8) {}\n}",
        "proptest! {\n    #![proptest_config(ProptestConfig::with_cases(9))]\n}",
    ] {
        assert_eq!(unseeded(planted).len(), 1, "{planted}");
    }
    assert!(unseeded("proptest! {\n    #![proptest_config(test_seed::proptest_config(9))]\n}").is_empty());
    assert!(unseeded("// Not Math.random: it has no seed.").is_empty());
}

#[test]
fn tests_wait_for_conditions_and_not_for_a_time() {
    let mut waits = BTreeMap::new();
    for (path, code) in all_test_code() {
        let count = count_waits(&code);
        if count > 0 {
            waits.insert(path, count);
        }
    }
    let allowed: BTreeMap<String, usize> = ALLOWED_WAITS
        .iter()
        .map(|(path, count, _)| ((*path).to_owned(), *count))
        .collect();
    assert_eq!(
        waits, allowed,
        "wait for a condition instead (`eventually`), or list the wait with its reason"
    );

    for planted in [
        "tokio::time::sleep(std::time::Duration::from_millis(25)).await;",
        "await page.waitForTimeout(500);",
        "await new Promise((done) => setTimeout(done, 100));",
        "import { setTimeout as pause } from \"node:timers/promises\";",
    ] {
        assert_eq!(count_waits(planted), 1, "{planted}");
    }
    assert_eq!(count_waits("test.setTimeout(60_000);"), 0);
}

#[test]
fn test_code_is_found_in_its_folders_and_modules() {
    let source = "fn operation() {}\n#[cfg(test)]\nmod tests {}";
    assert_eq!(
        test_code(Path::new("backend/trade/src/a.rs"), source),
        "#[cfg(test)]\nmod tests {}"
    );
    assert_eq!(test_code(Path::new("backend/trade/src/a.rs"), "fn operation() {}"), "");
    assert_eq!(test_code(Path::new("e2e/specs/a.spec.ts"), "test();"), "test();");
}
