//! Printed invoices and acts, in Russian.

mod amount_words;
mod font;
mod pdf;

use super::{month::day_of, service_ledger::rubles};
use chrono::{Datelike, NaiveDate};
use entities::invoice;
use pdf::{Align, PdfDocument, PdfError};
use platform::config::Operator;
use shared_types::money::{Currency, Money};

const MONTHS: [(&str, &str); 12] = [
    ("январь", "января"),
    ("февраль", "февраля"),
    ("март", "марта"),
    ("апрель", "апреля"),
    ("май", "мая"),
    ("июнь", "июня"),
    ("июль", "июля"),
    ("август", "августа"),
    ("сентябрь", "сентября"),
    ("октябрь", "октября"),
    ("ноябрь", "ноября"),
    ("декабрь", "декабря"),
];

/// Printed in the place of a seller without a name. The same document is valid once `OPERATOR_NAME` is set.
const WITHOUT_SELLER: &str = "Исполнитель ещё не указан: документ недействителен. Скачайте его снова позже.";

/// The kind of a printed document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DocumentKind {
    /// The demand for payment (счёт).
    Invoice,
    /// The confirmation that the service was rendered (акт).
    Act,
}

impl DocumentKind {
    /// The start of the file's name.
    pub(super) const fn file_name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::Act => "act",
        }
    }
}

fn month_names(day: NaiveDate) -> (&'static str, &'static str) {
    MONTHS.get(day.month0() as usize).copied().unwrap_or_default()
}

/// A day as in `1 ноября 2026 г.`
fn day_text(day: NaiveDate) -> String {
    format!("{} {} {} г.", day.day(), month_names(day).1, day.year())
}

/// An amount as in `12 345,00`.
fn amount_text(minor: i64) -> String {
    let amount = rubles(minor).amount();
    let (whole, fraction) = amount.split_once('.').unwrap_or((&amount, "00"));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    format!("{grouped},{fraction}")
}

/// Who is named, with the taxpayer number.
fn party(operator: &Operator) -> String {
    let mut parts = vec![operator.name.clone()];
    for (label, value) in [
        ("ИНН", &operator.inn),
        ("КПП", &operator.kpp),
        ("адрес:", &operator.address),
    ] {
        if !value.is_empty() {
            parts.push(format!("{label} {value}"));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The line about VAT in the amount; `None` for invoices without a recorded rate.
fn vat_text(invoice: &invoice::Model, operator: &Operator) -> Option<String> {
    let rate = invoice.vat_rate?;
    match rate.percent().zip(rate.included_in(invoice.amount_minor)) {
        Some((percent, minor)) => Some(format!("В том числе НДС {percent} %: {} ₽", amount_text(minor))),
        None if operator.vat_ground.is_empty() => Some("Без НДС".to_owned()),
        None => Some(format!("Без НДС ({})", operator.vat_ground)),
    }
}

/// Renders a document as a PDF.
pub(super) fn document(
    kind: DocumentKind,
    invoice: &invoice::Model,
    customer: &str,
    operator: &Operator,
) -> Result<Vec<u8>, PdfError> {
    let mut page = PdfDocument::new()?;
    let title = match kind {
        DocumentKind::Invoice => format!("Счёт № {} от {}", invoice.id, day_text(day_of(invoice.created_at))),
        DocumentKind::Act => format!("Акт № {} от {}", invoice.id, day_text(invoice.month.last_day())),
    };
    if kind == DocumentKind::Invoice {
        let requisites = operator.requisites();
        if !requisites.is_empty() {
            let amount = Money::new(invoice.amount_minor, Currency::Rub);
            let is_open = invoice.paid_at.is_none() && invoice.canceled_at.is_none();
            let purpose = format!("Оплата по счёту № {}", invoice.id);
            let code = operator.payee().code(amount, &purpose).filter(|_| is_open);
            page.beside_code(code.as_deref(), |page| {
                page.heading("Реквизиты для оплаты");
                for line in requisites.lines() {
                    page.paragraph(line);
                }
                if code.is_some() {
                    page.paragraph("Код справа заполнит платёж в приложении банка.");
                }
            });
            page.space(14.0);
        }
    }
    page.title(&title);
    if operator.is_named() {
        page.paragraph(&format!("Исполнитель: {}", party(operator)));
    } else {
        page.paragraph(WITHOUT_SELLER);
    }
    page.paragraph(&format!("Заказчик: {customer}"));
    page.space(12.0);
    let first = invoice.month.first_day();
    let service = format!(
        "Доступ к сервису Karavan по тарифу «{}» за {} {} г.",
        invoice.plan_name,
        month_names(first).0,
        first.year()
    );
    let sum = amount_text(invoice.amount_minor);
    page.table(
        &[
            ("№", 25.0, Align::Left),
            ("Наименование", 270.0, Align::Left),
            ("Кол-во", 50.0, Align::Right),
            ("Цена, ₽", 75.0, Align::Right),
            ("Сумма, ₽", 75.0, Align::Right),
        ],
        &[["1", service.as_str(), "1 мес.", sum.as_str(), sum.as_str()]],
    );
    page.space(8.0);
    page.total(&format!("Итого: {sum} ₽"));
    if let Some(vat) = vat_text(invoice, operator) {
        page.paragraph(&vat);
    }
    page.paragraph(&format!(
        "Сумма прописью: {}.",
        amount_words::rubles_in_words(invoice.amount_minor)
    ));
    page.space(10.0);
    match kind {
        DocumentKind::Invoice => {
            page.paragraph(&format!("Оплатить до {}", day_text(day_of(invoice.due_at))));
            page.space(30.0);
            page.signature("Исполнитель", &operator.signer);
        }
        DocumentKind::Act => {
            page.paragraph(
                "Услуги оказаны полностью и в срок. Заказчик претензий по объёму, качеству и срокам оказания услуг не имеет.",
            );
            page.space(30.0);
            page.signature("Исполнитель", &operator.signer);
            page.signature("Заказчик", "");
        }
    }
    page.finish(&title, invoice.created_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Utc};
    use shared_types::{
        billing::{InvoiceStage, VatRate},
        id::{AgentId, InvoiceId},
        month::CalendarMonth,
    };

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    fn sample() -> invoice::Model {
        invoice::Model {
            id: InvoiceId(17),
            agent_id: AgentId(1),
            month: CalendarMonth::parse("2026-11").expect("a month"),
            plan_name: "Старт".to_owned(),
            amount_minor: 123_456_789,
            vat_rate: Some(VatRate::Percent20),
            notified: InvoiceStage::Issued,
            due_at: at("2026-11-11T20:59:59Z"),
            read_only_at: at("2026-11-18T20:59:59Z"),
            paid_at: None,
            canceled_at: None,
            created_at: at("2026-10-31T21:00:05Z"),
            updated_at: at("2026-10-31T21:00:05Z"),
        }
    }

    #[test]
    fn documents_contain_their_text_with_an_embedded_font() {
        let operator = Operator {
            name: "ИП Караванов".to_owned(),
            inn: "770000000000".to_owned(),
            account: "40802810000000000001".to_owned(),
            ..Operator::default()
        };
        let invoice = document(DocumentKind::Invoice, &sample(), "Лотос Карго", &operator).expect("a document");
        let text = pdf::tests::text_of(&invoice);
        for part in [
            "Счёт № 17 от 1 ноября 2026 г.",
            "ИП Караванов",
            "Заказчик: Лотос Карго",
            "«Старт» за ноябрь 2026 г.",
            "1 234 567,89",
            "В том числе НДС 20 %: 205 761,32 ₽",
            "Оплатить до 11 ноября 2026 г.",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let without_vat = invoice::Model {
            vat_rate: Some(VatRate::WithoutVat),
            ..sample()
        };
        let operator = Operator {
            vat_ground: "п. 2 ст. 346.11 НК РФ".to_owned(),
            ..Operator::default()
        };
        let act = document(DocumentKind::Act, &without_vat, "Лотос 物流 · Қазақ ₸", &operator).expect("a document");
        let text = pdf::tests::text_of(&act);
        assert!(text.contains("Без НДС (п. 2 ст. 346.11 НК РФ)"), "{text}");
        let unknown = invoice::Model {
            vat_rate: None,
            ..sample()
        };
        assert_eq!(vat_text(&unknown, &operator), None);
        assert!(
            text.contains("Акт № 17 от 30 ноября 2026 г.") && text.contains("Заказчик: Лотос"),
            "{text}"
        );
        assert!(text.contains(WITHOUT_SELLER), "{text}");
        assert!(text.contains("Лотос 物流 · Қазақ ₸"), "{text}");
    }
}
