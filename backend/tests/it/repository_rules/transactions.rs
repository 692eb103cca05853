//! Transactions are begun, committed and rolled back by `Scope::in_transaction` and `Scope::run`.

use super::{file_text, has_extension, repository_files};
use std::{collections::BTreeMap, path::Path};

/// The transactions that are begun by hand: file, number, reason.
const ALLOWED: &[(&str, usize, &str)] = &[
    (
        "backend/people/src/identity/refresh.rs",
        1,
        "the end of a session whose token is used twice is committed, and the request fails",
    ),
    (
        "backend/platform/src/db/connection.rs",
        3,
        "begins the transactions of statements, and tests them",
    ),
    (
        "backend/platform/src/db/maintenance.rs",
        1,
        "merges the search index below all scopes",
    ),
    (
        "backend/platform/src/http/idempotency.rs",
        1,
        "`Scope::run` commits the change with its response",
    ),
    ("backend/platform/src/scope/connection.rs", 1, "`Scope::begin` itself"),
    (
        "backend/platform/src/scope/transaction.rs",
        1,
        "`Scope::in_transaction`",
    ),
    (
        "backend/platform/src/throttle.rs",
        1,
        "a refused attempt is rolled back and is no error",
    ),
];

/// Demo data is written by steps that hand a transaction on to each other.
const DEMO: &str = "backend/src/cli/demo";

/// The number of transactions that code begins by hand.
fn count_begun(code: &str) -> usize {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.matches(".begin()").count()).sum()
}

fn is_checked(path: &Path) -> bool {
    has_extension(path, &["rs"])
        && path.starts_with("backend")
        && !path.starts_with("backend/tests")
        && !path.starts_with(DEMO)
}

#[test]
fn transactions_are_run_by_the_combinators() {
    let mut begun = BTreeMap::new();
    for path in repository_files().iter().filter(|path| is_checked(path)) {
        let count = count_begun(&file_text(path));
        if count > 0 {
            begun.insert(path.display().to_string(), count);
        }
    }
    let allowed: BTreeMap<String, usize> = ALLOWED
        .iter()
        .map(|(path, count, _)| ((*path).to_owned(), *count))
        .collect();
    assert_eq!(
        begun, allowed,
        "use `Scope::in_transaction` or `Scope::run`, or list the transaction with its reason"
    );

    assert_eq!(count_begun("let tx = state.system().begin().await?;"), 1);
    assert_eq!(count_begun("    // Not `.begin()`.\n    scope.in_transaction(f)"), 0);
}
