//! The languages of interface texts: no English words in Russian and Chinese ones, and no Russian or Chinese in English ones.

use super::{file_text, has_extension, repository_files};
use syn::{Item, LitStr, Token, parse::Parse, parse::ParseStream};

/// Words that are written the same way in every language: names, formats, units and parts of addresses.
const SHARED_WORDS: &[&str] = &[
    "Authenticator",
    "BestChange",
    "CSV",
    "Esc",
    "GIF",
    "Google",
    "HEIC",
    "ID",
    "IP",
    "ISO",
    "JPEG",
    "JSON",
    "Kassa",
    "LD",
    "MAX",
    "MB",
    "MOV",
    "MP4",
    "PDF",
    "PNG",
    "QR",
    "SBP",
    "SKU",
    "Shift",
    "Telegram",
    "USD",
    "WebM",
    "WebP",
    "XLSX",
    "YooKassa",
    "cm",
    "code",
    "csv",
    "http",
    "https",
    "iPhone",
    "kg",
    "track",
    "xls",
    "xlsx",
];

/// The texts of one `texts!` declaration.
struct Texts(Vec<[String; 3]>);

impl Parse for Texts {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(syn::Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        input.parse::<Token![enum]>()?;
        input.parse::<syn::Ident>()?;
        input.parse::<Token![;]>()?;
        let mut rows = Vec::new();
        while !input.is_empty() {
            input.parse::<syn::Ident>()?;
            input.parse::<Token![:]>()?;
            let mut row = [const { String::new() }; 3];
            for (index, text) in row.iter_mut().enumerate() {
                if index > 0 {
                    input.parse::<Token![,]>()?;
                }
                *text = input.parse::<LitStr>()?.value();
            }
            input.parse::<Token![;]>()?;
            rows.push(row);
        }
        Ok(Self(rows))
    }
}

fn texts_of(code: &str) -> Vec<[String; 3]> {
    let file = syn::parse_file(code).expect("a source file");
    file.items
        .into_iter()
        .filter_map(|item| match item {
            Item::Macro(item) if item.mac.path.segments.last()?.ident == "texts" => Some(item.mac),
            _ => None,
        })
        .flat_map(|texts| texts.parse_body::<Texts>().expect("texts in three languages").0)
        .collect()
}

/// The Latin words of a text that are not the same in every language.
fn latin_words(text: &str) -> Vec<&str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric())
        .filter(|word| word.chars().filter(char::is_ascii_alphabetic).count() > 1)
        .filter(|word| !SHARED_WORDS.contains(word))
        .collect()
}

const fn is_cyrillic_or_chinese(sign: char) -> bool {
    matches!(sign, '\u{400}'..='\u{4ff}' | '\u{4e00}'..='\u{9fff}')
}

fn faults(rows: &[[String; 3]]) -> Vec<String> {
    let mut faults = Vec::new();
    for [russian, english, chinese] in rows {
        if english.contains(is_cyrillic_or_chinese) {
            faults.push(format!("in English: {english}"));
        }
        for text in [russian, chinese] {
            let words = latin_words(text);
            if !words.is_empty() {
                faults.push(format!("{words:?} in: {text}"));
            }
        }
        if chinese.contains(|sign| matches!(sign, '\u{400}'..='\u{4ff}')) {
            faults.push(format!("Russian in Chinese: {chinese}"));
        }
    }
    faults
}

#[test]
fn texts_have_words_of_their_own_language_only() {
    let sources = repository_files();
    let pages = sources.iter().filter(|path| {
        has_extension(path, &["rs"])
            && path
                .iter()
                .next()
                .is_some_and(|folder| folder.to_string_lossy().starts_with("frontend-"))
    });
    let rows: Vec<_> = pages
        .flat_map(|path| {
            let code = file_text(path);
            if code.contains("texts!") {
                texts_of(&code)
            } else {
                Vec::new()
            }
        })
        .collect();
    assert!(rows.len() > 1_000, "{} texts", rows.len());
    let faults = faults(&rows);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn foreign_words_are_found() {
    let rows = texts_of(r#"texts! { enum Texts; One: "Один Entry", "One", "一"; Two: "Два", "Два", "двa"; }"#);
    assert_eq!(faults(&rows).len(), 3, "{:?}", faults(&rows));
}
