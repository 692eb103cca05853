//! Currencies as people write them: signs, words and abbreviations in Russian, English and Chinese, and codes in capital letters.

use shared_types::money::Currency;

/// Currencies that share their noun with another one: the abbreviation and the beginning of the adjective, and the noun's own currency.
const ADJECTIVES: [(&str, &str, Currency, Currency); 8] = [
    ("бел", "белорус", Currency::Rub, Currency::Byn),
    ("рос", "россий", Currency::Rub, Currency::Rub),
    ("гонк", "гонконг", Currency::Usd, Currency::Hkd),
    ("австр", "австрал", Currency::Usd, Currency::Aud),
    ("канад", "канадск", Currency::Usd, Currency::Cad),
    ("синг", "сингапур", Currency::Usd, Currency::Sgd),
    ("тайв", "тайван", Currency::Usd, Currency::Twd),
    ("кит", "китайск", Currency::Cny, Currency::Cny),
];

/// Rubles in every case. Not by the beginning: `рубашка` is a shirt.
const RUBLES: [&str; 12] = [
    "руб",
    "рубль",
    "рубля",
    "рублю",
    "рублем",
    "рублём",
    "рубле",
    "рубли",
    "рублей",
    "рублям",
    "рублями",
    "рублях",
];

/// The currency of one word or sign, if it names one by itself.
pub fn of_word(word: &str) -> Option<Currency> {
    if let Some(code) = of_code(word) {
        return Some(code);
    }
    let lower = word.to_lowercase();
    let currency = match lower.as_str() {
        "¥" | "￥" | "cn¥" | "元" | "块" | "块钱" | "人民币" | "人民币元" | "人民幣" | "yuan" | "rmb" | "cny"
        | "cnh" => Currency::Cny,
        "₽" | "р" | "卢布" | "rub" | "rur" | "ruble" | "rubles" | "rouble" | "roubles" => Currency::Rub,
        "$" | "us$" | "usd" | "dollar" | "dollars" | "美元" | "美金" | "дол" => Currency::Usd,
        "€" | "eur" | "euro" | "евро" | "欧元" => Currency::Eur,
        "₸" | "kzt" | "тг" | "тнг" | "тенге" | "теңге" | "tenge" | "坚戈" => Currency::Kzt,
        "£" | "gbp" | "фунт" | "фунта" | "фунтов" | "фунты" | "英镑" => Currency::Gbp,
        "円" | "jp¥" | "jpy" | "yen" | "日元" | "日币" | "иена" | "иены" | "иен" | "йена" | "йены" | "йен" => {
            Currency::Jpy
        }
        "₩" | "krw" | "won" | "вона" | "воны" | "вон" | "韩元" | "韩币" => Currency::Krw,
        "hk$" | "hkd" | "港币" | "港幣" | "港元" => Currency::Hkd,
        "br" | "byn" | "byr" => Currency::Byn,
        "сом" | "сома" | "сомов" | "kgs" => Currency::Kgs,
        "сум" | "сумов" | "uzs" => Currency::Uzs,
        "грн" | "гривна" | "гривны" | "гривен" | "гривень" | "₴" => Currency::Uah,
        "лари" => Currency::Gel,
        "драм" | "драмов" => Currency::Amd,
        "манат" | "манатов" => Currency::Azn,
        "лира" | "лиры" | "лир" | "₺" => Currency::Try,
        "рупия" | "рупии" | "рупий" | "₹" => Currency::Inr,
        "бат" | "baht" | "泰铢" | "฿" => Currency::Thb,
        "донг" | "донгов" | "₫" => Currency::Vnd,
        "nt$" | "台币" | "新台币" | "台幣" | "新台幣" => Currency::Twd,
        "дирхам" | "дирхама" | "дирхамов" => Currency::Aed,
        "a$" => Currency::Aud,
        "c$" => Currency::Cad,
        _ if RUBLES.contains(&lower.as_str()) => Currency::Rub,
        _ if lower.starts_with("юан") => Currency::Cny,
        _ if lower.starts_with("долл") => Currency::Usd,
        _ => return None,
    };
    Some(currency)
}

/// The currency of a code in capital letters. Written small, some codes are words.
fn of_code(word: &str) -> Option<Currency> {
    let is_code = word.len() == 3 && word.bytes().all(|letter| letter.is_ascii_uppercase());
    is_code.then(|| Currency::from_code(word)).flatten()
}

/// The currency of two words: `бел. руб.`, `долл. США`.
pub fn of_pair(first: &str, second: &str) -> Option<Currency> {
    let noun = of_word(second);
    if second.to_lowercase() == "сша" && of_word(first) == Some(Currency::Usd) {
        return Some(Currency::Usd);
    }
    let adjectives = ADJECTIVES.iter().filter(|row| is_adjective(first, row.0, row.1));
    let mut pairs = adjectives.filter(|(.., of_noun, _)| noun == Some(*of_noun));
    pairs.next().map(|(.., currency)| *currency)
}

fn is_adjective(word: &str, abbreviation: &str, beginning: &str) -> bool {
    let lower = word.to_lowercase();
    lower == abbreviation || lower.starts_with(beginning)
}

/// Whether a word says that Belarusian rubles follow: `бел.`.
pub fn is_belarusian(word: &str) -> bool {
    let (abbreviation, beginning, ..) = ADJECTIVES[0];
    is_adjective(word, abbreviation, beginning)
}

/// The words and signs of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |sign: char| sign.is_alphanumeric() || "¥￥$€₽£₩₸₴₺₹฿₫".contains(sign);
    text.split(move |sign| !is_part(sign)).filter(|word| !word.is_empty())
}

/// The currency that a text names and nothing else.
pub fn of_text(text: &str) -> Option<Currency> {
    let words: Vec<&str> = words(text).collect();
    match words[..] {
        [word] => of_word(word),
        [first, second] => of_pair(first, second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_are_read_as_people_write_them() {
        for (text, code) in [
            ("руб.", "RUB"),
            ("рублях", "RUB"),
            ("RUR", "RUB"),
            ("бел. руб.", "BYN"),
            ("белорусских рублей", "BYN"),
            ("российских рублей", "RUB"),
            ("Br", "BYN"),
            ("долл. США", "USD"),
            ("долларов", "USD"),
            ("дол.", "USD"),
            ("гонконгских долл.", "HKD"),
            ("美金", "USD"),
            ("日元", "JPY"),
            ("港币", "HKD"),
            ("韩元", "KRW"),
            ("теңге", "KZT"),
            ("сом", "KGS"),
            ("сум", "UZS"),
            ("AED", "AED"),
            ("￥", "CNY"),
            ("кит. юаней", "CNY"),
            ("NT$", "TWD"),
            ("грн.", "UAH"),
        ] {
            assert_eq!(of_text(text).map(Currency::code), Some(code), "{text}");
        }
        for text in [
            "",
            "шт.",
            "all",
            "у.е.",
            "сумма",
            "цена руб",
            "новых долларов",
            "рубашки",
            "белая рубашка",
            "рубин",
        ] {
            assert_eq!(of_text(text), None, "{text}");
        }
    }
}
