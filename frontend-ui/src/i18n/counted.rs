//! Nouns after a number, in the form that the number needs.

use super::{Language, language};

/// A noun that is written after a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Items of an order.
    Items,
    Orders,
    Shipments,
    Clients,
    /// Requests of clients: top-ups, withdrawals, shipping.
    Requests,
    /// Cells of a sheet.
    Cells,
    Days,
    Hours,
    /// How often something happened.
    Times,
    /// Characters of a text.
    Characters,
}

impl Counted {
    /// The Russian forms after 1, 2 and 5, the English ones after 1 and 2, and the Chinese word.
    const fn forms(self) -> ([&'static str; 3], [&'static str; 2], &'static str) {
        match self {
            Self::Items => (["товар", "товара", "товаров"], ["item", "items"], "件商品"),
            Self::Orders => (["заказ", "заказа", "заказов"], ["order", "orders"], "个订单"),
            Self::Shipments => (["посылка", "посылки", "посылок"], ["shipment", "shipments"], "个包裹"),
            Self::Clients => (["клиент", "клиента", "клиентов"], ["client", "clients"], "位客户"),
            Self::Requests => (["заявка", "заявки", "заявок"], ["request", "requests"], "个申请"),
            Self::Cells => (["ячейка", "ячейки", "ячеек"], ["cell", "cells"], "个单元格"),
            Self::Days => (["день", "дня", "дней"], ["day", "days"], "天"),
            Self::Hours => (["час", "часа", "часов"], ["hour", "hours"], "小时"),
            Self::Times => (["раз", "раза", "раз"], ["time", "times"], "次"),
            Self::Characters => (["символ", "символа", "символов"], ["character", "characters"], "字"),
        }
    }

    /// The noun after the number.
    pub fn after(self, count: i64) -> &'static str {
        let ([one, few, many], [singular, plural], chinese) = self.forms();
        match language() {
            Language::Ru => super::plural(count, [one, few, many]),
            Language::En => super::plural(count, [singular, plural, plural]),
            Language::Zh => chinese,
        }
    }
}

/// A number with its noun: "2 товара", "1 item".
pub fn counted(count: i64, noun: Counted) -> String {
    format!("{count} {}", noun.after(count))
}

/// A number or a range of days, as settings have it: "5–7 дн.", "1 day". The last number decides.
pub fn days_text(days: &str) -> String {
    let last = days
        .rsplit(|sign: char| !sign.is_ascii_digit())
        .find(|digits| !digits.is_empty());
    let count = last.and_then(|digits| digits.parse().ok()).unwrap_or_default();
    match language() {
        // The abbreviation has one form.
        Language::Ru => format!("{days} дн."),
        Language::En | Language::Zh => format!("{days} {}", Counted::Days.after(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use interface_texts::set_language;

    const NOUNS: [Counted; 4] = [Counted::Items, Counted::Days, Counted::Times, Counted::Characters];

    /// The category of a number by the rules of Unicode CLDR, written in another way than the program does.
    fn russian_category(count: i64) -> usize {
        let tens = count / 10 % 10;
        match count % 10 {
            1 if tens != 1 => 0,
            2 | 3 | 4 if tens != 1 => 1,
            _ => 2,
        }
    }

    #[test]
    fn every_noun_has_the_form_of_its_number() {
        for noun in NOUNS {
            let (russian, english, chinese) = noun.forms();
            for count in 0..=1_234 {
                set_language(Language::Ru);
                assert_eq!(noun.after(count), russian[russian_category(count)], "{count} {noun:?}");
                set_language(Language::En);
                assert_eq!(noun.after(count), english[usize::from(count != 1)], "{count} {noun:?}");
                set_language(Language::Zh);
                assert_eq!(noun.after(count), chinese, "{count} {noun:?}");
            }
        }
    }

    #[test]
    fn counted_texts_are_written_as_people_do() {
        for (language, texts) in [
            (
                Language::Ru,
                [
                    "1 товар",
                    "2 товара",
                    "11 товаров",
                    "21 товар",
                    "4 раза",
                    "1 символ",
                    "112 дней",
                ],
            ),
            (
                Language::En,
                [
                    "1 item",
                    "2 items",
                    "11 items",
                    "21 items",
                    "4 times",
                    "1 character",
                    "112 days",
                ],
            ),
            (
                Language::Zh,
                [
                    "1 件商品",
                    "2 件商品",
                    "11 件商品",
                    "21 件商品",
                    "4 次",
                    "1 字",
                    "112 天",
                ],
            ),
        ] {
            set_language(language);
            let items = [1, 2, 11, 21].map(|count| counted(count, Counted::Items));
            assert_eq!(items, texts[..4]);
            assert_eq!(counted(4, Counted::Times), texts[4]);
            assert_eq!(counted(1, Counted::Characters), texts[5]);
            assert_eq!(counted(112, Counted::Days), texts[6]);
        }
    }

    #[test]
    fn range_of_days_follows_its_last_number() {
        set_language(Language::Ru);
        assert_eq!(["1", "5–7"].map(days_text), ["1 дн.", "5–7 дн."]);
        set_language(Language::En);
        assert_eq!(
            ["1", "1–2", "20-21"].map(days_text),
            ["1 day", "1–2 days", "20-21 days"]
        );
    }
}
