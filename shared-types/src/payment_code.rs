//! Codes that apps of Russian banks read to fill in a transfer (GOST R 56042-2014).

use crate::money::{Currency, Money};
use std::fmt::Write as _;

/// Start of the code: version 1, UTF-8.
const START: &str = "ST00012";
/// Most characters of the fields, by the standard.
const NAME: usize = 160;
const BANK: usize = 45;
const PURPOSE: usize = 210;

/// Who receives a transfer to a bank account in Russia.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payee {
    pub name: String,
    /// Taxpayer number; empty if unknown.
    pub inn: String,
    /// Reason code of the registration; empty if unknown.
    pub kpp: String,
    pub bank: String,
    /// Bank code, 9 digits.
    pub bik: String,
    /// Account number, 20 digits.
    pub account: String,
    /// Correspondent account of the bank; empty if unknown.
    pub correspondent_account: String,
}

impl Payee {
    /// Reads requisites as people write them. Returns `None` unless they certainly name a recipient, a bank, and an account whose
    /// check digit agrees with the bank code: cards and phone numbers have no code.
    pub fn from_requisites(text: &str) -> Option<Self> {
        let text = text.replace(['\u{a0}', '\u{202f}', '\t'], " ");
        let parts = || text.split(['\n', ',', ';']).map(str::trim);
        let found: Vec<String> = parts().flat_map(numbers).collect();
        let (bik, account) = found.iter().find_map(|account| {
            let bik = found.iter().find(|bik| is_account_of(bik, account))?;
            Some((bik.clone(), account.clone()))
        })?;
        let number_after = |label| {
            let value = parts().find_map(|part| value_after(part, label))?;
            numbers(value).into_iter().next()
        };
        let words_after = |labels: &[&str]| {
            let values = labels
                .iter()
                .filter_map(|label| parts().find_map(|part| value_after(part, label)));
            values.map(first_words).find(|words| !words.is_empty())
        };
        let bank = words_after(&["банк получателя", "наименование банка", "название банка", "банк"]).or_else(|| {
            parts()
                .find(|part| part.to_lowercase().contains("банк"))
                .map(first_words)
        })?;
        let name = words_after(&["получатель", "наименование получателя", "владелец", "фио"])
            .or_else(|| parts().map(first_words).find(|words| is_name(words)))?;
        Some(Self {
            name,
            inn: number_after("инн").filter(|inn| is_inn(inn)).unwrap_or_default(),
            kpp: number_after("кпп").filter(|kpp| kpp.len() == 9).unwrap_or_default(),
            bank,
            correspondent_account: found
                .iter()
                .find(|number| is_correspondent_account(&bik, number))
                .cloned()
                .unwrap_or_default(),
            bik,
            account,
        })
    }

    /// The text of the code for a transfer in rubles; `None` for another currency, or if a field that the standard requires is
    /// absent.
    pub fn code(&self, amount: Money, purpose: &str) -> Option<String> {
        let is_complete = !self.name.is_empty() && !self.bank.is_empty() && is_account_of(&self.bik, &self.account);
        if amount.currency != Currency::Rub || !is_complete {
            return None;
        }
        // Zero stands for no account.
        let correspondent_account = match self.correspondent_account.as_str() {
            "" => "0",
            account => account,
        };
        let sum = amount.minor.to_string();
        let fields = [
            ("Name", self.name.as_str(), NAME),
            ("PersonalAcc", &self.account, 20),
            ("BankName", &self.bank, BANK),
            ("BIC", &self.bik, 9),
            ("CorrespAcc", correspondent_account, 20),
            ("Sum", &sum, 18),
            ("Purpose", purpose, PURPOSE),
            ("PayeeINN", &self.inn, 12),
            ("KPP", &self.kpp, 9),
        ];
        let mut code = START.to_owned();
        for (name, value, most) in fields {
            if !value.is_empty() {
                // The bar separates fields.
                let value = value.replace('|', " ");
                let value: String = value.chars().take(most).collect();
                let _ = write!(code, "|{name}={value}");
            }
        }
        Some(code)
    }
}

/// Whether the digits are a Russian taxpayer number of a company or a person, by its check digits.
fn is_inn(text: &str) -> bool {
    /// The weights of the last check digit of a person. The other check digits use the last ones of them.
    const WEIGHTS: [u32; 11] = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
    let Some(digits) = text.chars().map(|digit| digit.to_digit(10)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let is_checked = |at: usize| {
        let weights = &WEIGHTS[WEIGHTS.len() - at..];
        let sum: u32 = digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
        digits[at] == sum % 11 % 10
    };
    match digits.len() {
        10 => is_checked(9),
        12 => is_checked(10) && is_checked(11),
        _ => false,
    }
}

/// Whether an account is one of a bank, by the check digit that the Bank of Russia defines.
fn is_account_of(bik: &str, account: &str) -> bool {
    let branch = match bik.get(6..9) {
        // Divisions of the Bank of Russia.
        Some("000" | "001" | "002") => format!("0{}", bik.get(4..6).unwrap_or_default()),
        Some(branch) => branch.to_owned(),
        None => return false,
    };
    bik.len() == 9 && account.len() == 20 && !account.starts_with("301") && is_checked(&branch, account)
}

fn is_correspondent_account(bik: &str, account: &str) -> bool {
    let branch = format!("0{}", bik.get(4..6).unwrap_or_default());
    account.len() == 20 && account.starts_with("301") && is_checked(&branch, account)
}

/// Whether the digits, weighted by 7, 1 and 3, add up to a multiple of ten.
fn is_checked(branch: &str, account: &str) -> bool {
    let digits = branch.chars().chain(account.chars()).map(|digit| digit.to_digit(10));
    let weighted = digits
        .zip([7, 1, 3].into_iter().cycle())
        .map(|(digit, weight)| Some(digit? * weight % 10));
    weighted.sum::<Option<u32>>().is_some_and(|sum| sum % 10 == 0)
}

/// The numbers of a text. Spaces and dashes group the digits of a number if it then has the length of an account, a bank code or a
/// taxpayer number.
fn numbers(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == ' ' || letter == '-';
    let mut numbers = Vec::new();
    for run in text.split(|letter| !is_part(letter)) {
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        if matches!(digits.len(), 9 | 10 | 12 | 20) {
            numbers.push(digits);
        } else {
            let parts = run.split([' ', '-']).filter(|part| !part.is_empty());
            numbers.extend(parts.map(str::to_owned));
        }
    }
    numbers
}

/// The rest of a text after a label, if it has the label as a word.
fn value_after<'text>(text: &'text str, label: &str) -> Option<&'text str> {
    // Positions agree because Cyrillic and Latin letters keep their length in lower case; other texts can only end up without a value.
    let at = text.to_lowercase().find(label)?;
    let (before, value) = (text.get(..at)?, text.get(at + label.len()..)?);
    let is_word = !before.ends_with(char::is_alphanumeric) && !value.starts_with(char::is_alphanumeric);
    is_word.then(|| value.trim_start_matches([':', ' ', '-', '—', '–', '.']))
}

/// The words at the start of a text, up to a number or the next label.
fn first_words(text: &str) -> String {
    const LABELS: [&str; 7] = ["инн", "кпп", "бик", "р/с", "к/с", "счет", "счёт"];
    let is_word = |word: &&str| {
        let lower = word.to_lowercase();
        !LABELS.iter().any(|label| lower.starts_with(label)) && !lower.contains(|letter: char| letter.is_ascii_digit())
    };
    let words: Vec<&str> = text.split_whitespace().take_while(is_word).collect();
    words.join(" ").trim_end_matches([':', '/', '|', '(', ' ']).to_owned()
}

/// Whether words are the name of a company, which starts with its legal form, or of a person, and not of a bank.
fn is_name(words: &str) -> bool {
    const FORMS: [&str; 6] = ["ООО", "ОАО", "ПАО", "АО", "ИП", "Индивидуальный"];
    let parts: Vec<&str> = words.split(' ').collect();
    let is_capitalised = |part: &&str| part.starts_with(char::is_uppercase);
    let has_form = parts.first().is_some_and(|form| FORMS.contains(form));
    !words.to_lowercase().contains("банк")
        && (has_form || matches!(parts.len(), 2..=4) && parts.iter().all(is_capitalised))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPANY: &str = "ООО «Лотос Карго»\nИНН 7707083893 / КПП 773601001\nБанк: ПАО Сбербанк, БИК 044525225\n\
        Р/с 40702 810 9 3800 0000001\nК/с 30101810400000000225";

    #[test]
    fn requisites_are_read_as_people_write_them() {
        let company = Payee {
            name: "ООО «Лотос Карго»".to_owned(),
            inn: "7707083893".to_owned(),
            kpp: "773601001".to_owned(),
            bank: "ПАО Сбербанк".to_owned(),
            bik: "044525225".to_owned(),
            account: "40702810938000000001".to_owned(),
            correspondent_account: "30101810400000000225".to_owned(),
        };
        assert_eq!(Payee::from_requisites(COMPANY), Some(company));
        let person = "Получатель: Соколова Анна Игоревна\nСчёт получателя: 40817810000000000001; БИК: 044525974\nБанк получателя: АО «ТБанк»";
        let person = Payee::from_requisites(person).expect("an account");
        assert_eq!(
            (person.name.as_str(), person.bank.as_str()),
            ("Соколова Анна Игоревна", "АО «ТБанк»")
        );
        assert_eq!(person.inn, "");
    }

    #[test]
    fn doubtful_requisites_have_no_code() {
        for text in [
            "Сбербанк, карта 2202 2000 1234 5678, Соколова Анна",
            "СБП +7 900 123-45-67, Т-Банк, Анна С.",
            // A digit of the account is wrong.
            &COMPANY.replace("0000001", "0000002"),
            &COMPANY.replace("ООО «Лотос Карго»", "пополнение"),
            &COMPANY.replace("Банк: ПАО Сбербанк", "—"),
            "",
        ] {
            assert_eq!(Payee::from_requisites(text), None, "{text}");
        }
    }

    #[test]
    fn code_has_the_fields_of_the_standard() {
        let payee = Payee::from_requisites(COMPANY).expect("an account");
        let amount = Money::new(870_050, Currency::Rub);
        assert_eq!(
            payee.code(amount, "Пополнение по заявке K7|Q").as_deref(),
            Some(
                "ST00012|Name=ООО «Лотос Карго»|PersonalAcc=40702810938000000001|BankName=ПАО Сбербанк|BIC=044525225|\
                 CorrespAcc=30101810400000000225|Sum=870050|Purpose=Пополнение по заявке K7 Q|PayeeINN=7707083893|KPP=773601001"
            )
        );
        assert_eq!(payee.code(Money::new(100, Currency::Cny), ""), None);
        let nameless = Payee {
            name: String::new(),
            ..payee
        };
        assert_eq!(nameless.code(amount, ""), None);
    }

    /// Reads the picture with a decoder that shares nothing with the encoder.
    #[cfg(feature = "qr")]
    #[test]
    fn picture_is_read_as_the_text() {
        let payee = Payee::from_requisites(COMPANY).expect("an account");
        let text = payee
            .code(Money::new(870_050, Currency::Rub), "Пополнение баланса")
            .expect("a code");
        let code = crate::qr::dark_runs(&text).expect("it fits");
        let is_dark = |x: u32, y: u32| {
            code.runs
                .iter()
                .any(|(from, row, length)| *row == y && (*from..from + length).contains(&x))
        };
        let side = code.size as usize * 4;
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
            let module = |at: usize| u32::try_from(at / 4).expect("a module");
            if is_dark(module(x), module(y)) { 0 } else { 255 }
        });
        let (_, read) = picture.detect_grids()[0].decode().expect("a code");
        assert_eq!(read, text);
    }

    #[test]
    fn taxpayer_numbers_have_check_digits() {
        for inn in ["7707083893", "500100732259"] {
            assert!(is_inn(inn), "{inn}");
        }
        for text in [
            "7707083839",
            "500100732295",
            "500100723259",
            "770708389",
            "77070838931",
            "770708389x",
        ] {
            assert!(!is_inn(text), "{text}");
        }
    }
}
