//! Lines have at most 140 columns. Exempt are lines that are mostly one string literal: a text, SQL, the path of an icon.

use super::{file_text, has_extension, repository_files};

const MAX_COLUMNS: usize = 140;

/// The part of the syntax that a character of the source belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Code,
    Comment,
    /// A string literal that ends with this quote.
    Quoted(char),
    /// A raw string literal that ends with a quote and this number of `#`.
    Raw(usize),
}

/// Returns the literal that begins at a character, if one does.
fn literal_start(line: &[char], at: usize, extension: &str) -> Option<Part> {
    match (line[at], extension) {
        ('"', "rs") => {
            let hashes = line[..at].iter().rev().take_while(|c| **c == '#').count();
            let is_raw = at > hashes && line[at - hashes - 1] == 'r';
            Some(if is_raw { Part::Raw(hashes) } else { Part::Quoted('"') })
        }
        (quote @ ('"' | '\''), "js" | "mjs" | "ts" | "css") | (quote @ '`', "js" | "mjs" | "ts") => {
            Some(Part::Quoted(quote))
        }
        _ => None,
    }
}

/// The columns of the longest string literal in each line.
fn longest_literals(text: &str, extension: &str) -> Vec<usize> {
    let mut part = Part::Code;
    let mut widths = Vec::new();
    for line in text.lines() {
        let line: Vec<char> = line.chars().collect();
        let starts = |at: usize, mark: &str| line[at..].iter().copied().take(2).eq(mark.chars());
        let (mut at, mut start, mut longest) = (0, 0, 0);
        while at < line.len() {
            match part {
                Part::Code if starts(at, "//") && extension != "css" => break,
                Part::Code if starts(at, "/*") => part = Part::Comment,
                // A character literal of Rust can be a quote.
                Part::Code if extension == "rs" && starts(at, "'\\") => at += 3,
                Part::Code if extension == "rs" && line[at] == '\'' && line.get(at + 2) == Some(&'\'') => at += 2,
                Part::Code => {
                    if let Some(literal) = literal_start(&line, at, extension) {
                        (part, start) = (literal, at + 1);
                    }
                }
                Part::Comment if starts(at, "*/") => part = Part::Code,
                Part::Quoted(_) if line[at] == '\\' => at += 1,
                Part::Quoted(quote) if line[at] == quote => {
                    longest = longest.max(at - start);
                    part = Part::Code;
                }
                Part::Raw(hashes)
                    if line[at] == '"' && line[at + 1..].iter().take_while(|c| **c == '#').count() >= hashes =>
                {
                    longest = longest.max(at - start);
                    part = Part::Code;
                }
                _ => {}
            }
            at += 1;
        }
        if matches!(part, Part::Quoted(_) | Part::Raw(_)) {
            longest = longest.max(line.len() - start);
        }
        // Only strings of Rust and templates of JavaScript continue in the next line.
        if extension != "rs" && matches!(part, Part::Quoted('"' | '\'')) {
            part = Part::Code;
        }
        widths.push(longest);
    }
    widths
}

/// The numbers of the lines that are too long.
fn long_lines(text: &str, extension: &str) -> Vec<usize> {
    let literals = longest_literals(text, extension);
    let lines = text.lines().zip(literals).enumerate();
    lines
        .filter(|(_, (line, literal))| {
            let columns = line.chars().count();
            columns > MAX_COLUMNS && literal * 2 <= columns
        })
        .map(|(index, _)| index + 1)
        .collect()
}

#[test]
fn lines_have_at_most_140_columns() {
    let extensions = ["rs", "js", "mjs", "ts", "css"];
    let mut found = Vec::new();
    let mut checked = 0;
    for path in repository_files() {
        let Some(extension) = extensions.iter().find(|extension| has_extension(&path, &[extension])) else {
            continue;
        };
        checked += 1;
        let lines = long_lines(&file_text(&path), extension).into_iter();
        found.extend(lines.map(|line| format!("{}:{line}", path.display())));
    }
    assert!(checked > 1000, "sources are missing");
    assert!(found.is_empty(), "over {MAX_COLUMNS} columns:\n{}", found.join("\n"));
}

#[test]
fn long_lines_are_found_and_long_literals_are_exempt() {
    let (code, text) = ("call(); ".repeat(20), "word ".repeat(30));
    for extension in ["rs", "js", "css"] {
        assert_eq!(long_lines(&format!("a\n{code}\nb"), extension), [2]);
        assert_eq!(long_lines(&format!("/* {text} */"), extension), [1]);
        assert!(long_lines(&format!("call(\"{text}\");"), extension).is_empty());
    }
    // Two short literals do not make a line exempt, nor does a quote in a comment or in a character literal.
    let half = "word ".repeat(14);
    assert_eq!(long_lines(&format!("call(\"{half}\", \"{half}\");"), "rs"), [1]);
    assert_eq!(long_lines(&format!("// \"{text}\""), "rs"), [1]);
    assert_eq!(long_lines(&format!("let quote = '\"'; {code}"), "rs"), [1]);
    // Literals over several lines.
    assert!(long_lines(&format!("let a = \"b \\\n{text}\\\n\";"), "rs").is_empty());
    assert!(long_lines(&format!("let a = r#\"\"\n{text}\n\"#;"), "rs").is_empty());
    assert!(long_lines(&format!("const a = `b\n${{{text}}}\n`;"), "ts").is_empty());
    assert_eq!(long_lines(&format!("let a = r\"\\\";\n{code}"), "rs"), [2]);
}
