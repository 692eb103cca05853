//! A documentation comment says more than the name below it, or is left out.

use super::{file_text, has_extension, repository_files};
use std::collections::BTreeSet;

/// Words that carry no meaning of their own in a comment.
const SMALL_WORDS: [&str; 25] = [
    "the", "a", "an", "of", "to", "is", "are", "and", "or", "in", "its", "it", "this", "that", "for", "with", "by",
    "as", "on", "at", "which", "be", "from", "one", "each",
];

/// The doc comments of these files are the descriptions in `docs/errors.md`.
const DESCRIPTIONS: [&str; 1] = ["shared-types/src/problem.rs"];

/// The words of a name in any case, in lower case and without the `s` of a plural.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        let starts = !letter.is_ascii_alphabetic() || (letter.is_ascii_uppercase() && !before.is_ascii_uppercase());
        if starts {
            words.push(String::new());
        }
        if letter.is_ascii_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    words
        .iter()
        .map(|word| word.trim_end_matches('s').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The name that a line of code declares: of an item, a field or a variant.
fn declared_name(line: &str) -> &str {
    let keywords = [
        "pub", "crate", "super", "async", "const", "fn", "struct", "enum", "type", "trait",
    ];
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .find(|word| !word.is_empty() && !keywords.contains(word))
        .unwrap_or_default()
}

/// Comments whose words are all in the name that they describe. A comment with a number or a sign says more.
fn repeated_names(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut comment = String::new();
    for line in code.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment.push_str(text);
        } else if !line.starts_with("#[") {
            let is_plain = comment
                .chars()
                .all(|letter| letter.is_ascii_alphabetic() || " ,.'".contains(letter));
            if is_plain && !comment.is_empty() {
                let name: BTreeSet<String> = words(declared_name(line)).into_iter().collect();
                let mut said = comment
                    .split([' ', ',', '.', '\''])
                    .map(str::to_lowercase)
                    .filter(|word| !word.is_empty() && !SMALL_WORDS.contains(&word.as_str()));
                if said.all(|word| name.contains(word.trim_end_matches('s'))) {
                    found.push(format!("{}:{comment}", declared_name(line)));
                }
            }
            comment.clear();
        }
    }
    found
}

#[test]
fn comments_do_not_repeat_names() {
    let mut found = Vec::new();
    let sources = repository_files();
    let sources = sources
        .iter()
        .filter(|path| has_extension(path, &["rs"]) && !DESCRIPTIONS.iter().any(|kept| path.starts_with(kept)));
    for path in sources {
        let repeated = repeated_names(&file_text(path)).into_iter();
        found.extend(repeated.map(|comment| format!("{}: {comment}", path.display())));
    }
    assert!(found.is_empty(), "delete or say more:\n{}", found.join("\n"));

    let planted = "/// The id of the client.\npub client_id: ClientId,\n/// Scans, 1 to 200.\npub scans: Vec<Scan>,\n\
        /// The clients.\n#[derive(Debug)]\npub(crate) struct Clients;\n/// Opens the order.\nfn open_card() {}";
    assert_eq!(
        repeated_names(planted),
        ["client_id: The id of the client.", "Clients: The clients."]
    );
}
