//! An operation of a document, and the line that stands for it.

use chrono::NaiveDate;
use shared_types::money::Currency;

/// The text before the bank's id of an operation in a line.
pub(super) const REFERENCE: &str = "ref=";
pub(super) const REVERSAL: &str = "[reversal]";
pub(super) const PENDING: &str = "[pending]";

/// An operation of a document.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) date: Option<NaiveDate>,
    pub(super) amount: String,
    pub(super) currency: Option<Currency>,
    pub(super) is_outgoing: bool,
    pub(super) mark: &'static str,
    pub(super) counterparty: String,
    pub(super) purpose: Vec<String>,
    pub(super) number: String,
    pub(super) reference: String,
}

impl Entry {
    pub(super) fn into_line(self) -> String {
        let sign = if self.is_outgoing { "-" } else { "+" };
        let currency = self
            .currency
            .map_or(String::new(), |currency| format!("{} ", currency.code()));
        let with = |prefix: &str, text: &str| {
            if text.is_empty() {
                String::new()
            } else {
                format!("{prefix}{text}")
            }
        };
        let cells = [
            self.date
                .map(|date| date.format("%d.%m.%Y").to_string())
                .unwrap_or_default(),
            format!("{currency}{sign}{}", two_decimals(&self.amount)),
            self.counterparty,
            self.purpose.join(" "),
            with("№", &self.number),
            with(REFERENCE, &self.reference),
            self.mark.to_owned(),
        ];
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        cells
            .into_iter()
            .filter(|cell| !cell.is_empty())
            .collect::<Vec<_>>()
            .join("\t")
    }
}

/// The amount with a point and two decimals, or nothing if it has more: a third decimal would be read as thousands.
fn two_decimals(amount: &str) -> String {
    let amount: String = amount
        .trim()
        .replace(',', ".")
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    match amount.split_once('.') {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            fraction if fraction.len() > 2 => String::new(),
            fraction => format!("{whole}.{fraction:0<2}"),
        },
        None => format!("{amount}.00"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{document_to_text, operation::Operation, parse};
    use shared_types::money::Currency;

    /// The amounts of the operations that can be payments of clients.
    fn incoming(text: &str) -> Vec<i64> {
        let operations = parse(text).into_iter().filter(Operation::is_incoming);
        operations.flat_map(|operation| operation.amounts).collect()
    }

    #[test]
    fn text_of_a_document_keeps_its_reversals() {
        let statement = ":60F:C261120USD0,\n:61:261121C100,NTRFA//1\n:86:K101\n:61:261121RD55,NTRFB//2\n:86:K102\n";
        let text = document_to_text(statement).expect("a document");
        assert_eq!((incoming(statement), incoming(&text)), (vec![10_000], vec![10_000]));
    }

    #[test]
    fn statements_of_kazakhstan_have_directions() {
        let head = "1CClientBankExchange\nРасчСчет=KZ86125KZT5004100100\n";
        let document = |fields: &str| {
            format!("СекцияДокумент=ПлатежноеПоручение\nДатаДокумента=21.11.2026\n{fields}КонецДокумента\n")
        };
        let text = head.to_owned()
            + &document("ПлательщикИИК=KZ86125KZT5004100100\nСуммаРасход=20000\nНазначениеПлатежа=Аренда\n")
            + &document("ПолучательИИК=KZ86125KZT5004100100\nСуммаПриход=31000\nНазначениеПлатежа=K101\n");
        assert_eq!(incoming(&text), [3_100_000]);
    }

    #[test]
    fn sum_of_the_account_counts() {
        let head = "Дата операции;Сумма операции;Валюта операции;Сумма платежа;Валюта платежа;Описание\n";
        let operations = parse(&format!("{head}21.11.2026;100,00;USD;9150,00;RUB;Перевод K101\n"));
        assert_eq!(
            (operations[0].amounts.clone(), operations[0].currency),
            (vec![915_000], Some(Currency::Rub))
        );
        let alipay = "交易时间,交易对方,收/支,金额（元）,成功退款（元）,交易状态\n\
            2026-11-21 10:00:00,张伟,收入,500.00,500.00,交易成功\n2026-11-21 11:00:00,张伟,收入,600.00,0.00,交易成功\n";
        assert_eq!(incoming(alipay), [60_000]);
    }

    #[test]
    fn amounts_without_a_sign_went_out_where_others_have_a_plus() {
        let head = "Дата;Описание;Сумма\n28.11.2026;Перевод K101;";
        for (rows, amounts) in [
            ("+6 000,00\n28.11.2026;Магазин;350,00\n", &[600_000][..]),
            ("6 000,00\n28.11.2026;Перевод K102;350,00\n", &[600_000, 35_000]),
            (
                "+6 000,00\n28.11.2026;Перевод K102;350,00\n28.11.2026;Магазин;-5,00\n",
                &[600_000, 35_000],
            ),
        ] {
            assert_eq!(incoming(&format!("{head}{rows}")), amounts, "{rows}");
        }
    }

    #[test]
    fn balances_and_sums_are_no_operations() {
        for (text, amounts) in [
            (
                "Дата;Контрагент;Обороты Дт;Обороты Кт\n28.11.2026;K101;703,00;0,00\n",
                &[][..],
            ),
            ("Дата;Контрагент;Дт;Кт\n28.11.2026;K101;;703,00\n", &[70_300]),
            (
                "交易时间,收/支,金额（元）,交易状态\n2026-11-21 10:00:00,收入,5.00,交易成功\n已收入:2笔,2420.00元\n",
                &[500],
            ),
            ("Остаток на конец периода;;;;17000\n", &[]),
            ("Пополнение: 15 022 ₸. Доступно: 50 000 ₸", &[1_502_200]),
            ("转账存入收入人民币4034.00元,活期余额9034.00元", &[403_400]),
            (
                "交易时间,收/支,金额（元）,成功退款（元）,交易状态\n2026-11-21 10:00:00,收入,910.00,110.00,交易成功\n",
                &[80_000],
            ),
            (
                "Date;Name;Status;Gross;Fee;Net\n28/11/2026;K101;Completed;129,00;-4,50;124,50\n",
                &[12_900],
            ),
            ("Date;Name;Status;Gross\n28/11/2026;K101;Denied;229,00\n", &[]),
        ] {
            assert_eq!(incoming(text), amounts, "{text}");
        }
        for (text, amounts) in [
            // A second line of headers names parts of the first.
            (
                "Дата;Счет;;Сумма по дебету;Сумма по кредиту\n;Дебет;Кредит\n\
                 28.11.2026;K101;407;;33 000,00\n28.11.2026;K101;K102;5 100,00;\n",
                &[3_300_000][..],
            ),
            // A card of an account has accounts in these columns.
            (
                "Период;Документ;Дебет;;Кредит\n;;Счет;;Счет\n28.11.2026;K101;51;12023;62.02\n",
                &[],
            ),
            (
                "日期,借方发生额,贷方账号,贷方发生额,贷方余额\n2026-11-28,,6222,12.00,90.00\n",
                &[1_200],
            ),
            ("Дата;Сумма;Статус\n28.11.2026;4012,00;HOLD\n", &[]),
            (
                "Период\tДокумент\tДебет\t\tКредит\n\t\tСчет\t\tСчет\n28.11.2026\tK101\t51\t12023\t62.02\n",
                &[],
            ),
            (
                "\tДата\tСумма\n1\t28.11.2026\t+50,00\n\t28.11.2026\t+60,00\n",
                &[5_000, 6_000],
            ),
            (
                "Дата;Кредит на начало;Дебет;Кредит;Кредит на конец\n28.11.2026;10,00;;5,00;15,00\n",
                &[500],
            ),
            ("Дата;Кредитовый остаток;Дебет;Кредит\n28.11.2026;99,00;;5,00\n", &[500]),
            ("Перевод от K101: +40 019 ₽. Итого на счете 140 019 ₽", &[4_001_900]),
            (
                "28.11.2026 Перевод от Ольга П. +6 021,00 16 021,00\n28.11.2026 Лента 1 021,00 15 000,00\n",
                &[602_100],
            ),
            (
                "交易日期\t收入/支出金额\t余额\n2026-11-26\t+3,151.00\t13,151.00\n2026-11-26\t-151.50\t12,999.50\n",
                &[315_100],
            ),
        ] {
            assert_eq!(incoming(text), amounts, "{text}");
        }
        // A pasted line may be of any length.
        let long = format!("Пополнение: 15 ₸. {}", "Доступно: 50 ₸. ".repeat(50_000));
        assert_eq!(incoming(&long), [1_500]);
        let halyk = "Дата;Сумма операции;Валюта операции;Приход в валюте счета (KZT)\n28.11.2026;10,00;USD;5 207,00\n";
        assert_eq!(parse(halyk)[0].currency, Some(Currency::Kzt));
    }

    #[test]
    fn title_states_the_currency() {
        let table = "Дата;Дебет;Кредит;Назначение\n27.11.2026;;1208,30;K101\n";
        for (title, currency) in [
            ("Валюта счета: BYN", Some(Currency::Byn)),
            ("Валюта: RUB (Российский рубль)", Some(Currency::Rub)),
            ("Выписка по счету KZ12601A0000000001 KZT", Some(Currency::Kzt)),
            ("Выписка по счетам USD и EUR", None),
            ("Выписка за ноябрь", None),
        ] {
            let operations = parse(&format!("{title}\n{table}"));
            assert_eq!(operations[1].currency, currency, "{title}");
        }
    }

    #[test]
    fn words_and_days_of_banks_are_known() {
        for (row, is_kept) in [
            ("20261128;K101;1500,00;К;Исполнено", true),
            ("20261128;K101;1500,00;Д;Исполнено", false),
            ("28.11.2026;K101;1500,00;К;Отказано", false),
            ("28.11.2026;K101;1500,00;К;Возвращён", false),
            ("28.11.2026;K101;1500,00;К;REVERTED", false),
            ("28.11.2026;K101;1500,00;К;В ожидании", false),
        ] {
            let text = format!("Дата;Назначение;Сумма;Д/К;Статус\n{row}\n");
            assert_eq!(!incoming(&text).is_empty(), is_kept, "{row}");
        }
    }
}
