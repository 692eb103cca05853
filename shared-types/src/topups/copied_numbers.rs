//! The numbers of requisites that a client types into the app of a bank.

/// Most numbers that are offered: a transfer needs one or two.
const MOST: usize = 3;

/// The numbers of cards, phones and accounts in requisites, without their spaces. A shorter number, as of a tax authority or a bank, is
/// not typed.
#[must_use]
pub fn numbers_to_copy(requisites: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, ' ' | '\u{a0}' | '-' | '(' | ')' | '+');
    // A plus begins a phone number.
    let text = requisites.replace('+', "\n+");
    let mut numbers: Vec<String> = Vec::new();
    for run in text.split(|letter| !is_part(letter)) {
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        let is_phone = match digits.len() {
            11 => run.starts_with('+') || digits.starts_with(['7', '8']),
            10..=15 => run.starts_with('+'),
            _ => false,
        };
        // The account of the bank itself is not typed.
        let is_account = digits.len() == 20 && !digits.starts_with("301");
        let is_card = matches!(digits.len(), 16 | 18 | 19) && has_check_digit(&digits);
        let number = if run.starts_with('+') {
            format!("+{digits}")
        } else {
            digits
        };
        if (is_phone || is_account || is_card) && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.truncate(MOST);
    numbers
}

/// Whether the last digit is the check digit of a card (ISO/IEC 7812-1).
fn has_check_digit(digits: &str) -> bool {
    let weighted = digits.bytes().rev().enumerate().map(|(place, digit)| {
        let value = u32::from(digit - b'0') * if place % 2 == 1 { 2 } else { 1 };
        value / 10 + value % 10
    });
    weighted.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_phones_and_accounts_are_offered() {
        for (requisites, numbers) in [
            ("Сбербанк 2202 2000 1234 5672, Анна С.", &["2202200012345672"][..]),
            ("СБП +7 (999) 123-45-67, Т-Банк", &["+79991234567"]),
            (
                "По номеру 8 999 123 45 67 или на карту 4276-1600-1234-5675",
                &["89991234567", "4276160012345675"],
            ),
            ("支付宝 或 银行卡 6222 0210 1112 2233 345", &["6222021011122233345"]),
            (
                "ООО «Лотос», ИНН 7707083893, КПП 773601001, р/с 40702810900000012345, БИК 044525225, к/с 30101810400000000225",
                &["40702810900000012345"],
            ),
            ("Заявка K-17, 12 500 ₽ до 18:00", &[]),
            (
                "2202 2000 1234 5672 +7 999 123-45-67",
                &["2202200012345672", "+79991234567"],
            ),
            ("2202200012345672 500 ₽", &[]),
            ("2202 2000 1234 5678", &[]),
        ] {
            assert_eq!(numbers_to_copy(requisites), numbers, "{requisites}");
        }
    }
}
