//! Test ids belong to tests: pages find their elements by references, names or attributes of their own.

use super::{file_text, has_extension, repository_files};

/// Whether code names the attribute in a text, such as a selector. In a view it stands without quotes.
fn reads_test_id(code: &str) -> bool {
    ["\"data-testid", "[data-testid"].iter().any(|text| code.contains(text))
}

#[test]
fn no_page_reads_a_test_id() {
    assert!(reads_test_id("query_selector(\"main [data-testid=save]\")"));
    assert!(reads_test_id("field.get_attribute(\"data-testid\")"));
    assert!(!reads_test_id("<a data-testid=\"save\" href=url>"));
    let found: Vec<String> = repository_files()
        .iter()
        .filter(|path| has_extension(path, &["rs"]))
        .map(|path| path.display().to_string())
        .filter(|path| path.starts_with("frontend-") && path.contains("/src/") && !path.contains("/gallery/"))
        .filter(|path| reads_test_id(&file_text(path.as_ref())))
        .collect();
    assert!(found.is_empty(), "pages that read test ids: {found:?}");
}
