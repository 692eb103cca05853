//! Amounts and other numbers in lines of statements.

use super::*;

fn amounts(text: &str) -> Vec<i64> {
    let found = find_numbers(&normalize(text)).numbers;
    found
        .iter()
        .filter(|number| number.is_marked)
        .map(|number| number.minor)
        .collect()
}

#[test]
fn amounts_are_found_as_banks_print_them() {
    for (text, minor) in [
        ("Зачисление 1 234,50 RUB", 123_450),
        ("Перевод СБП +15\u{a0}000,00 ₽ Иванов И.", 1_500_000),
        ("\"1,234.50\"", 123_450),
        ("поступление 975 руб. от Марии", 97_500),
        ("97.5", 9750),
        ("RUB 7777.50", 777_750),
        ("￥１５００．００", 150_000),
        ("收款500元", 50_000),
        ("1'234'567.89", 123_456_789),
    ] {
        assert_eq!(amounts(text), [minor], "{text}");
    }
}

#[test]
fn other_numbers_are_no_amounts() {
    for text in [
        "28.11.26",
        "2026-11-28 12:30:05",
        "28.11.2026",
        "2026年11月28日",
        "Оплата K1017",
        "счёт 40702810900000000001",
        "карта *1234",
        "карта 2202 20** **** 1234",
        "тел. +7 999 123 45 67",
        "№ 975",
        "НДС 20%",
        "в т.ч. НДС 516,67",
        "Остаток 3 100,00",
        "заявка 12/45",
        "K-101",
        "без чисел",
    ] {
        assert_eq!(amounts(text), Vec::<i64>::new(), "{text}");
    }
}

#[test]
fn sign_and_currency_are_read() {
    let one = |text: &str| find_numbers(&normalize(text)).numbers[0];
    for text in ["-500,00 возврат", "−500.00", "500,00-", "(500,00)", "-¥500", "¥-500"] {
        assert_eq!((one(text).minor, one(text).sign), (50_000, Some(Sign::Minus)), "{text}");
    }
    assert_eq!(one("+500,00").sign, Some(Sign::Plus));
    assert_eq!(one("15 000 CNY").currency, Some(Currency::Cny));
    assert_eq!(one("15 000,00 ₽").currency, Some(Currency::Rub));
    assert_eq!(one("Оплата - 500,00").sign, None, "a dash between words");
    assert_eq!(one("500,00").currency, None);
}

#[test]
fn belarusian_rubles_are_not_rubles() {
    for (text, currency) in [
        ("100,00 бел. руб.", Some(Currency::Byn)),
        ("100,00 белорусских рублей", Some(Currency::Byn)),
        ("100,00 руб.", Some(Currency::Rub)),
        ("100,00 белых рубашек", None),
    ] {
        let found = find_numbers(&normalize(text)).numbers;
        assert_eq!(found[0].currency, currency, "{text}");
    }
}
