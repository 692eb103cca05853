//! Texts with numbers and names that are inserted: a noun after a number has the form that the number needs, and no verb or
//! participle has the gender of a name that is not known. All texts of the pages, the server (e-mails and bots too), the upload page
//! and the extension, in Russian and English; Chinese has neither.

use super::{
    file_text,
    interface_texts::{
        ByLanguage, declared_texts, extension_texts, merge, page_sources, server_sources, server_texts,
        upload_page_texts,
    },
};
use std::path::Path;

/// Nouns that are counted. A text has none of these forms right after a number: `frontend_ui::i18n::Counted` chooses the form, or
/// the number comes last ("Файлов не больше: 5").
const RUSSIAN_NOUNS: &[&str] = &[
    "вариант",
    "дн",
    "дней",
    "заказ",
    "заявк",
    "знак",
    "клиент",
    "код",
    "минут",
    "мест",
    "месяц",
    "недел",
    "ошиб",
    "позици",
    "попыт",
    "посыл",
    "раз",
    "секунд",
    "символ",
    "сообщен",
    "сотрудник",
    "ступен",
    "строк",
    "товар",
    "файл",
    "фотографи",
    "час",
    "человек",
    "ячеек",
    "ячейк",
];
const ENGLISH_NOUNS: &[&str] = &[
    "attempt",
    "bracket",
    "cell",
    "character",
    "client",
    "code",
    "day",
    "error",
    "file",
    "hour",
    "item",
    "message",
    "minute",
    "month",
    "order",
    "people",
    "person",
    "photo",
    "piece",
    "product",
    "request",
    "row",
    "second",
    "shipment",
    "time",
    "variant",
    "week",
];

/// Short participles that stand alone, with the noun that they agree with in every place. An impersonal one ("прочитано") agrees
/// with any noun.
const PARTICIPLES: &[(&str, &str)] = &[
    ("отмена", "a noun"),
    ("не назначен", "сотрудник"),
    ("отключён", "сотрудник"),
    ("не подтверждён", "сотрудник"),
    ("не подключён", "мессенджер"),
    ("не подтверждена", "почта"),
    ("введена вручную", "цена"),
    ("текст повреждён", "текст"),
    ("поле указано дважды", "поле"),
];

/// Endings of Russian nouns after numbers from five.
const PLURAL_ENDINGS: &[&str] = &["ов", "ев", "ей", "ий", "ок", "ек", "ут", "нд", "мест", "раз"];

/// Abbreviations and units have one form.
const UNITS: &[&str] = &["дн.", "мин.", "с.", "ч.", "шт."];

/// The words of a text with inserted values as words like `{}`.
fn words(text: &str) -> Vec<String> {
    let mut marked = String::new();
    let mut depth = 0_u32;
    for sign in text.chars() {
        match sign {
            '{' => {
                depth += 1;
                marked.push_str(" {");
            }
            '}' => {
                depth = depth.saturating_sub(1);
                marked.push('}');
            }
            sign => marked.push(sign),
        }
    }
    marked.split_whitespace().map(ToOwned::to_owned).collect()
}

fn is_inserted(word: &str) -> bool {
    word.starts_with('{') && word.ends_with('}')
}

fn letters(word: &str) -> &str {
    word.trim_matches(|sign: char| !sign.is_alphabetic())
}

/// Whether a lower-case word is a form of a counted noun.
fn is_counted_noun(word: &str, russian: bool) -> bool {
    let plain = letters(word);
    if UNITS.contains(&word) || !word.starts_with(char::is_lowercase) {
        return false;
    }
    if russian {
        let rest = |stem: &str| plain.strip_prefix(stem).map(|ending| ending.chars().count());
        return RUSSIAN_NOUNS
            .iter()
            .any(|stem| rest(stem).is_some_and(|ending| ending <= 2));
    }
    ENGLISH_NOUNS
        .iter()
        .any(|noun| plain == *noun || plain.strip_suffix('s') == Some(noun))
}

/// Whether a Russian word is a verb in the past tense or a short participle of one gender.
fn has_gender(word: &str) -> bool {
    let plain = letters(word);
    let is_verb = [
        "ал",
        "ил",
        "ел",
        "ёл",
        "ыл",
        "ался",
        "ился",
        "ала",
        "ила",
        "алась",
        "илась",
    ]
    .iter()
    .any(|ending| plain.ends_with(ending));
    is_verb || is_participle(plain)
}

fn is_participle(plain: &str) -> bool {
    ["ана", "ена", "ёна", "ята", "ан", "ен", "ён", "ят", "ыт"]
        .iter()
        .any(|ending| plain.ends_with(ending))
        && plain.chars().count() > 4
        && plain.chars().all(char::is_lowercase)
}

/// Counted nouns right after a number, and words of one gender right after a name that begins the sentence.
fn faults([russian, english, _]: &ByLanguage) -> Vec<String> {
    let mut faults = Vec::new();
    for (texts, is_russian) in [(russian, true), (english, false)] {
        for text in texts {
            let words = words(text);
            for (at, pair) in words.windows(2).enumerate() {
                if !is_inserted(&pair[0]) {
                    continue;
                }
                if is_counted_noun(&pair[1], is_russian) {
                    faults.push(format!("a noun in one form after a number: {text}"));
                }
                let begins = at == 0 || words[at - 1].ends_with(['.', ':', '?', '!']);
                if is_russian && begins && has_gender(&pair[1]) {
                    faults.push(format!("{} has the gender of an unknown name: {text}", pair[1]));
                }
            }
        }
    }
    faults
}

/// Declared texts that pages put after a number or a name: a noun in the plural, or a short participle.
fn fragments([russian, english, _]: &ByLanguage) -> Vec<String> {
    let mut faults = Vec::new();
    for text in russian {
        let is_noun = PLURAL_ENDINGS.iter().any(|ending| text.ends_with(ending))
            && !text.contains(' ')
            && is_counted_noun(text, true);
        let is_known = PARTICIPLES.iter().any(|(known, _)| known == text);
        let last = text.split(' ').next_back().unwrap_or_default();
        let is_short = text.split(' ').count() < 3 && text.chars().next().is_some_and(char::is_lowercase);
        if is_noun {
            faults.push(format!("a noun for a number, in one form: {text}"));
        } else if is_short && is_participle(last) && !is_known {
            faults.push(format!("a participle of one gender without its noun: {text}"));
        }
    }
    for text in english {
        if !text.contains(' ') && text.ends_with('s') && is_counted_noun(text, false) {
            faults.push(format!("a noun for a number, in one form: {text}"));
        }
    }
    faults
}

#[test]
fn counted_and_gendered_texts_agree() {
    let declared = declared_texts();
    let in_code = page_sources().filter(|code| code.contains("Language::Ru"));
    let pages = merge(in_code.map(|code| server_texts(&code)));
    let server = merge(server_sources().map(|code| server_texts(&code)));
    let upload = upload_page_texts(&file_text(Path::new("backend/trade/src/orders/services/page/texts.js")));
    let extension = ["ru", "en", "zh_CN"].map(|language| {
        extension_texts(&file_text(Path::new(&format!(
            "extension/_locales/{language}/messages.json"
        ))))
    });
    let mut found = fragments(&declared);
    found.extend(fragments(&extension));
    for texts in [&declared, &pages, &server, &upload, &extension] {
        assert!(texts[0].len() >= 10, "{} texts", texts[0].len());
        found.extend(faults(texts));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn disagreement_is_found() {
    let texts = |russian: &str, english: &str| [vec![russian.to_owned()], vec![english.to_owned()], Vec::new()];
    for (russian, english, count) in [
        ("В очереди {A} товаров", "The queue holds {A} products", 2),
        ("не больше {A} символов", "at most {A} characters", 2),
        ("До {n} файлов", "", 1),
        ("{client} оплатил заказ {name}.", "{client} paid order {name}.", 1),
        ("{service} выполнена", "{service} is done", 1),
        ("Готово. {client} отменила заказ", "", 1),
        ("Товаров в очереди: {A}", "Products in the queue: {A}", 0),
        ("{client}: оплачен заказ {name}.", "", 0),
        ("Посылка {name} упакована.", "", 0),
        ("через {s} с.", "in {s} s.", 0),
    ] {
        let found = faults(&texts(russian, english));
        assert_eq!(found.len(), count, "{russian}, {english}: {found:?}");
    }
    for (russian, english, count) in [
        ("товаров", "items", 2),
        ("дней", "days", 2),
        ("раз", "times", 2),
        ("выполнена", "done", 1),
        ("готово", "done", 0),
        ("Товары", "Items", 0),
        ("прочитано", "read", 0),
    ] {
        let found = fragments(&texts(russian, english));
        assert_eq!(found.len(), count, "{russian}, {english}: {found:?}");
    }
}
