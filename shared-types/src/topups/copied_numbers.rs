//! The numbers of requisites that a client types into the app of a bank.

/// Most numbers that are offered: a transfer needs one or two.
const MOST: usize = 3;

/// The numbers of cards, phones and accounts in requisites, without their spaces. A shorter number, as of a tax authority or a bank, is
/// not typed.
#[must_use]
pub fn numbers_to_copy(requisites: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, ' ' | '\u{a0}' | '-' | '(' | ')' | '+');
    let mut numbers: Vec<String> = Vec::new();
    for run in requisites.split(|letter| !is_part(letter)) {
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        let is_phone = digits.len() == 11 && matches!(digits.as_bytes()[0], b'7' | b'8') || run.trim().starts_with('+');
        let number = if run.trim().starts_with('+') {
            format!("+{digits}")
        } else {
            digits.clone()
        };
        let is_typed = is_phone && (10..=15).contains(&digits.len()) || matches!(digits.len(), 16 | 18 | 19 | 20);
        if is_typed && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.truncate(MOST);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_phones_and_accounts_are_offered() {
        for (requisites, numbers) in [
            ("Сбербанк 2202 2000 1234 5678, Анна С.", &["2202200012345678"][..]),
            ("СБП +7 (999) 123-45-67, Т-Банк", &["+79991234567"]),
            (
                "По номеру 8 999 123 45 67 или на карту 4276-1600-1234-5678",
                &["89991234567", "4276160012345678"],
            ),
            ("支付宝 或 银行卡 6222 0210 0111 2223 334", &["6222021001112223334"]),
            (
                "ООО «Лотос», ИНН 7707083893, КПП 773601001, р/с 40702810900000012345, БИК 044525225, к/с 30101810400000000225",
                &["40702810900000012345", "30101810400000000225"],
            ),
            ("Заявка K-17, 12 500 ₽ до 18:00", &[]),
        ] {
            assert_eq!(numbers_to_copy(requisites), numbers, "{requisites}");
        }
    }
}
