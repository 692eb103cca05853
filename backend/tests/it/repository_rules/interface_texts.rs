//! The languages of texts that people read: no English words in Russian and Chinese ones, and no Russian or Chinese in English
//! ones. They are the texts of the pages, of the server's messages, of the upload page and of the extension.

use super::{file_text, has_extension, repository_files};
use std::path::{Path, PathBuf};
use syn::{
    Arm, Expr, ExprMethodCall, Item, LitStr, Macro, Pat, Token,
    parse::Parse,
    parse::ParseStream,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// Words that are written the same way in every language: names, formats, units and parts of addresses.
const SHARED_WORDS: &[&str] = &[
    "Alt",
    "Authenticator",
    "BestChange",
    "CNY",
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
    "Karavan",
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
    "ods",
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

pub(super) fn texts_of(code: &str) -> Vec<[String; 3]> {
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

/// Words for which the glossary has another one.
const REPLACED_WORDS: &[(&str, &str)] = &[("посредник", "агент")];

/// Texts by language: Russian, English, Chinese.
pub(super) type ByLanguage = [Vec<String>; 3];

/// Collects the string literals of an expression, including literals in `format!` and similar macros.
#[derive(Default)]
struct Literals(Vec<String>);

impl<'ast> Visit<'ast> for Literals {
    fn visit_lit_str(&mut self, literal: &'ast LitStr) {
        self.0.push(literal.value());
    }

    fn visit_macro(&mut self, found: &'ast Macro) {
        let arguments = found.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for argument in arguments.iter().flatten() {
            let mut nested = Self::default();
            nested.visit_expr(argument);
            self.0.append(&mut nested.0);
        }
    }
}

fn literals(expr: &Expr) -> Vec<String> {
    let mut found = Literals::default();
    found.visit_expr(expr);
    found.0
}

/// Collects the server's texts: the arguments of `Language::pick`, and the arms of a match on a language.
#[derive(Default)]
struct ServerTexts(ByLanguage);

impl<'ast> Visit<'ast> for ServerTexts {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "pick" && call.args.len() == 3 {
            for (texts, argument) in self.0.iter_mut().zip(&call.args) {
                texts.append(&mut literals(argument));
            }
        } else {
            visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let name = match &arm.pat {
            Pat::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
            _ => None,
        };
        let index = ["Ru", "En", "Zh"]
            .iter()
            .position(|language| name.as_deref() == Some(*language));
        match index {
            Some(index) => self.0[index].append(&mut literals(&arm.body)),
            None => visit::visit_arm(self, arm),
        }
    }
}

pub(super) fn server_texts(code: &str) -> ByLanguage {
    let mut texts = ServerTexts::default();
    texts.visit_file(&syn::parse_file(code).expect("a source file"));
    texts.0
}

/// The texts of the upload page, whose object has one block for each language.
pub(super) fn upload_page_texts(code: &str) -> ByLanguage {
    let mut texts = ByLanguage::default();
    let mut index = None;
    for line in code.lines() {
        let block = ["  ru: {", "  en: {", "  zh: {"]
            .iter()
            .position(|start| line == *start);
        index = block.or(index);
        let quoted = line.split(['"', '`']).skip(1).step_by(2);
        if let Some(index) = index {
            texts[index].extend(quoted.map(|text| text.replace("${", "{")));
        }
    }
    texts
}

/// The messages of the extension. The message with the code of the language is not text.
pub(super) fn extension_texts(json: &str) -> Vec<String> {
    let messages: serde_json::Value = serde_json::from_str(json).expect("messages");
    let messages = messages.as_object().expect("messages").iter();
    messages
        .filter(|(name, _)| *name != "language")
        .map(|(_, message)| message["message"].as_str().expect("a message"))
        // A placeholder is written as `$NAME$`.
        .map(|text| {
            let parts = text.split('$').enumerate();
            parts
                .map(|(index, part)| {
                    if index % 2 == 1 {
                        format!("{{{part}}}")
                    } else {
                        part.to_owned()
                    }
                })
                .collect()
        })
        .collect()
}

/// The text without its placeholders: `{name}`.
fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push(' ');
        plain.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    plain
}

/// The Latin words of a text that are not the same in every language.
fn latin_words(text: &str) -> Vec<&str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric())
        .filter(|word| word.chars().filter(char::is_ascii_alphabetic).count() > 1)
        .filter(|word| !SHARED_WORDS.contains(word))
        .collect()
}

const fn is_cyrillic(sign: char) -> bool {
    matches!(sign, '\u{400}'..='\u{4ff}')
}

const fn is_chinese(sign: char) -> bool {
    matches!(sign, '\u{4e00}'..='\u{9fff}')
}

fn faults([russian, english, chinese]: &ByLanguage) -> Vec<String> {
    let mut faults = Vec::new();
    for text in english {
        if text.contains(|sign| is_cyrillic(sign) || is_chinese(sign)) {
            faults.push(format!("in English: {text}"));
        }
    }
    for (language, text) in russian
        .iter()
        .map(|text| ("ru", text))
        .chain(chinese.iter().map(|text| ("zh", text)))
    {
        let plain = without_placeholders(text);
        let words = latin_words(&plain);
        if !words.is_empty() {
            faults.push(format!("{words:?} in: {text}"));
        }
        let is_foreign: fn(char) -> bool = if language == "ru" { is_chinese } else { is_cyrillic };
        if plain.contains(is_foreign) {
            faults.push(format!("another language in {language}: {text}"));
        }
        for (word, standard) in REPLACED_WORDS {
            if plain.to_lowercase().contains(word) {
                faults.push(format!("{word} instead of {standard} in: {text}"));
            }
        }
    }
    faults
}

pub(super) fn merge(all: impl Iterator<Item = ByLanguage>) -> ByLanguage {
    all.fold(ByLanguage::default(), |mut merged, texts| {
        for (merged, mut texts) in merged.iter_mut().zip(texts) {
            merged.append(&mut texts);
        }
        merged
    })
}

pub(super) fn by_language(rows: Vec<[String; 3]>) -> ByLanguage {
    merge(rows.into_iter().map(|row| row.map(|text| vec![text])))
}

fn assert_own_words(texts: &ByLanguage, at_least: usize) {
    for texts in texts {
        assert!(texts.len() >= at_least, "{} texts", texts.len());
    }
    let faults = faults(texts);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

pub(super) fn page_sources() -> impl Iterator<Item = String> {
    let is_page = |path: &PathBuf| {
        let folder = path.iter().next().map(|folder| folder.to_string_lossy().into_owned());
        has_extension(path, &["rs"]) && folder.is_some_and(|folder| folder.starts_with("frontend-"))
    };
    repository_files()
        .into_iter()
        .filter(is_page)
        .map(|path| file_text(&path))
}

/// Texts that pages declare with `texts!`.
pub(super) fn declared_texts() -> ByLanguage {
    let sources = page_sources().filter(|code| code.contains("texts!"));
    by_language(sources.flat_map(|code| texts_of(&code)).collect())
}

/// The sources of the server that speak. The providers of translations have their own codes of languages.
pub(super) fn server_sources() -> impl Iterator<Item = String> {
    let is_server = |path: &PathBuf| {
        path.starts_with("backend")
            && path.iter().any(|part| part == "src")
            && path.iter().all(|part| part != "providers")
            && has_extension(path, &["rs"])
    };
    let texts = repository_files()
        .into_iter()
        .filter(is_server)
        .map(|path| file_text(&path));
    texts.filter(|code| code.contains("Language::") || code.contains(".pick("))
}

#[test]
fn texts_of_pages_have_words_of_their_own_language_only() {
    assert_own_words(&declared_texts(), 1_000);
}

#[test]
fn texts_of_the_server_have_words_of_their_own_language_only() {
    assert_own_words(&merge(server_sources().map(|code| server_texts(&code))), 50);
}

#[test]
fn texts_of_the_upload_page_have_words_of_their_own_language_only() {
    let page = file_text(Path::new("backend/trade/src/orders/services/page/texts.js"));
    assert_own_words(&upload_page_texts(&page), 25);
}

#[test]
fn messages_of_the_extension_have_words_of_their_own_language_only() {
    let messages = ["ru", "en", "zh_CN"].map(|language| {
        let path = format!("extension/_locales/{language}/messages.json");
        extension_texts(&file_text(Path::new(&path)))
    });
    assert_own_words(&messages, 100);
}

#[test]
fn foreign_words_are_found() {
    let rows = texts_of(r#"texts! { enum Texts; One: "Один Entry", "One", "一"; Two: "Два", "Два", "двa"; }"#);
    let found = faults(&by_language(rows));
    assert_eq!(found.len(), 3, "{found:?}");

    let server = server_texts(
        r#"
        fn one(language: Language) -> &'static str {
            language.pick("Письмо посреднику", "A letter", "一 письмо")
        }
        fn two(language: Language, name: &str, what: What) -> String {
            match language {
                Language::En => format!("Order {name}"),
                Language::Zh => match what {
                    What::Paid => format!("订单 {name} is paid"),
                    What::Quoted => format!("订单 {name}"),
                },
                Language::Ru => format!("Заказ {name:>3} оплачен {}", name = amount()),
            }
        }
        "#,
    );
    let found = faults(&server);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("посредник instead of агент"), "{found:?}");

    let page = upload_page_texts(
        "export const TEXTS = {\n  ru: {\n    wait: (n) => `Ждём ${n} seconds`,\n    end: \"Готово\",\n  },\n  en: {\n    end: \"Готово\",\n  },\n  zh: {\n    end: \"完成\",\n  },\n};",
    );
    assert_eq!(page[0], ["Ждём {n} seconds", "Готово"]);
    assert_eq!(faults(&page).len(), 2, "{:?}", faults(&page));

    let messages = extension_texts(
        r#"{"sent": {"message": "Товар в order $A$", "placeholders": {"a": {"content": "$1"}}}, "language": {"message": "ru"}}"#,
    );
    let found = faults(&[messages, Vec::new(), Vec::new()]);
    assert_eq!(found, [r#"["order"] in: Товар в order {A}"#]);
}
