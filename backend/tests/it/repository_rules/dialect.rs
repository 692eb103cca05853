//! Words that the code once used in meanings of its own. `docs/glossary.md` has the terms of the trade; for the rest, the usual
//! technical words are used.

use super::{file_text, has_extension, repository_files};
use std::path::Path;

/// Words with the usual ones.
const WORDS: [(&str, &str); 5] = [
    ("told", "shown, notified, sent"),
    ("held", "stored, reserved, locked"),
    ("anew", "again"),
    ("whoever", "the person who, the caller"),
    ("who asks", "the caller"),
];

/// Words and phrases that prose avoids, with plainer ones.
const PROSE: [(&str, &str); 7] = [
    ("nobody", "that it can't be done, or who can't do it"),
    ("somebody", "a person, another person"),
    ("beside", "next to, in addition to"),
    ("those that", "the noun again"),
    ("those of", "the noun again"),
    ("those who", "people who"),
    ("those with", "the noun again"),
];

/// Whether the rule is for a file. Migrations and decisions are never edited, and this file quotes what it forbids.
fn is_checked(path: &Path) -> bool {
    let kept = [
        "migrations/src",
        "docs/decisions",
        "CHANGELOG.md",
        "backend/tests/it/repository_rules/dialect.rs",
    ];
    has_extension(path, &["rs", "ts", "js", "mjs", "css", "sh", "md"])
        && !kept.iter().any(|kept| path.starts_with(kept))
}

/// Whether the text contains the word, in any case. Parts of longer words and of names with an underscore don't count.
fn contains_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !is_letter(before) && !is_letter(after)
    })
}

/// The dialect of a text, with the numbers of the lines.
fn dialect(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.to_lowercase();
        for (word, usual) in WORDS {
            if contains_word(&line, word) {
                found.push(format!("{number}: \"{word}\" (write {usual})"));
            }
        }
        if contains_word(&line, "fn of") {
            found.push(format!(
                "{number}: a function \"of\" (name it by a verb or by what it makes)"
            ));
        }
    }
    found
}

/// The prose of a line: its comment in code, all of it in a document. Comments after code are not read.
fn prose(line: &str, is_document: bool) -> Option<&str> {
    let line = line.trim_start();
    if is_document {
        return Some(line.trim_start_matches(['#', '-', ' ', '*']));
    }
    ["///", "//!", "//", "/**", "/*", "* "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .map(str::trim_start)
}

/// Roundabout prose of a text, with the numbers of the lines.
fn roundabout_prose(text: &str, is_document: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut continues = false;
    for (number, line) in (1..).zip(text.lines()) {
        let Some(prose) = prose(line, is_document) else {
            continues = false;
            continue;
        };
        // Words in the names of files don't count.
        let prose = prose.to_lowercase().replace('-', "_");
        if prose.starts_with("what ") && !continues {
            found.push(format!("{number}: opens with \"what\" (write a noun or a verb)"));
        }
        for (word, plainer) in PROSE {
            if contains_word(&prose, word) {
                found.push(format!("{number}: \"{word}\" (write {plainer})"));
            }
        }
        continues = !prose.is_empty() && !is_document;
    }
    found
}

#[test]
fn prose_is_plain() {
    let mut found = Vec::new();
    let mut files = 0;
    for path in repository_files().iter().filter(|path| is_checked(path)) {
        files += 1;
        let lines = roundabout_prose(&file_text(path), has_extension(path, &["md"]));
        found.extend(lines.into_iter().map(|line| format!("{}:{line}", path.display())));
    }
    assert!(files > 1000, "only {files} files are checked");
    assert!(found.is_empty(), "{}", found.join("\n"));

    let code = "/// What the caller sees.\nlet nobody = 1; // Nobody\n// Returns the rows, and\n// what follows. Those of\n//! Beside it.";
    assert_eq!(
        roundabout_prose(code, false),
        [
            "1: opens with \"what\" (write a noun or a verb)",
            "4: \"those of\" (write the noun again)",
            "5: \"beside\" (write next to, in addition to)",
        ]
    );
    let document = "# What is checked\nText for somebody.";
    assert_eq!(
        roundabout_prose(document, true),
        [
            "1: opens with \"what\" (write a noun or a verb)",
            "2: \"somebody\" (write a person, another person)",
        ]
    );
}

#[test]
fn usual_words_are_used() {
    let mut found = Vec::new();
    let mut files = 0;
    for path in repository_files().iter().filter(|path| is_checked(path)) {
        files += 1;
        let lines = dialect(&file_text(path));
        found.extend(lines.into_iter().map(|line| format!("{}:{line}", path.display())));
    }
    assert!(files > 1000, "only {files} files are checked");
    assert!(found.is_empty(), "{}", found.join("\n"));

    let planted =
        "fn of(day: Day) -> Month\n/// Whoever asks is told.\nlet told_at = withheld;\npub fn offer()\nBuilt anew.";
    let lines: Vec<String> = dialect(planted)
        .into_iter()
        .map(|line| line.chars().take(9).collect())
        .collect();
    assert_eq!(lines, ["1: a func", "2: \"told\"", "2: \"whoev", "5: \"anew\""]);
}
