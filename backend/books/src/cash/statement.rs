//! The entries of a bank account in the exchange format of 1C, version 1.03.

use super::{CashError, list};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use encoding_rs::WINDOWS_1251;
use platform::scope::ScopedConnection;
use shared_types::{
    cash::{BankAccount, CashEntry, CashEntryQuery},
    id::CashBoxId,
    money::Money,
};

/// The account, its owner, and the days of a statement.
pub(super) struct Heading {
    pub(super) box_id: CashBoxId,
    pub(super) account: BankAccount,
    /// Name of the agent.
    pub(super) owner: String,
    pub(super) from: NaiveDate,
    pub(super) to: NaiveDate,
    /// The money on the account before the first day.
    pub(super) opening: Money,
    /// The money on the account after the last day.
    pub(super) closing: Money,
}

fn day(date: NaiveDate) -> String {
    date.format("%d.%m.%Y").to_string()
}

/// The lines `Key=value` of a file. A value is one line.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push_str("\r\n");
    }

    fn field(&mut self, key: &str, value: &str) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        self.add(&format!("{key}={value}"));
    }

    /// The lines in windows-1251, which all versions of 1C read. A letter that it lacks is a question mark.
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len());
        let mut buffer = [0; 4];
        for sign in self.0.chars() {
            let (encoded, _, is_lossy) = WINDOWS_1251.encode(sign.encode_utf8(&mut buffer));
            bytes.extend_from_slice(if is_lossy { b"?" } else { &encoded });
        }
        bytes
    }
}

/// The purpose of the payment: the category, the note, the order and the client.
fn purpose(entry: &CashEntry) -> String {
    let order = entry.order_number.as_ref().map(|number| format!("заказ {number}"));
    let parts = [
        entry.category_name.clone(),
        Some(entry.note.clone()),
        order,
        entry.client_code.clone(),
    ];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// The person or box on the other side.
fn counterparty(entry: &CashEntry, box_id: CashBoxId) -> String {
    let other = entry.movements.iter().find(|movement| movement.box_id != box_id);
    let client = entry.client_name.clone();
    client
        .or_else(|| other.map(|movement| movement.box_name.clone()))
        .unwrap_or_default()
}

fn add_document(lines: &mut Lines, heading: &Heading, entry: &CashEntry, amount: Money) {
    let (account, owner) = (heading.account.as_str(), heading.owner.as_str());
    let other = counterparty(entry, heading.box_id);
    let date = day(entry.day);
    let is_outgoing = amount.minor < 0;
    lines.add("СекцияДокумент=Платежное поручение");
    lines.field("Номер", &entry.id.to_string());
    lines.field("Дата", &date);
    lines.field("Сумма", &Money::new(amount.minor.abs(), amount.currency).amount());
    let sides = if is_outgoing {
        [(account, owner), ("", &other)]
    } else {
        [("", &*other), (account, owner)]
    };
    for ((side, booked), (number, name)) in [("Плательщик", "ДатаСписано"), ("Получатель", "ДатаПоступило")]
        .into_iter()
        .zip(sides)
    {
        lines.field(&format!("{side}Счет"), number);
        let is_own = number == account;
        lines.field(booked, if is_own { &date } else { "" });
        lines.field(side, name);
        // Readers require the fields, also if nothing is known.
        for name in ["ИНН", "БИК", "Банк1"] {
            lines.field(&format!("{side}{name}"), "");
        }
    }
    lines.field("НазначениеПлатежа", &purpose(entry));
    lines.add("КонецДокумента");
}

/// Writes the entries of the account, oldest first.
pub(super) async fn write(
    rows: &impl ScopedConnection,
    heading: &Heading,
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<Vec<u8>, CashError> {
    let query = CashEntryQuery {
        box_id: Some(heading.box_id),
        from: Some(heading.from),
        to: Some(heading.to),
        ..CashEntryQuery::default()
    };
    let mut entries = list::all(rows, &query).await?;
    entries.sort_by_key(|entry| (entry.day, entry.id));
    let movements = entries.iter().flat_map(|entry| {
        let own = entry
            .movements
            .iter()
            .filter(|movement| movement.box_id == heading.box_id);
        own.map(move |movement| (entry, movement.amount))
    });
    let movements: Vec<(&CashEntry, Money)> = movements.collect();
    let sum = |is_income: bool| {
        let amounts = movements.iter().map(|(_, amount)| amount.minor);
        let minor = amounts.filter(|minor| (*minor > 0) == is_income).map(i64::abs).sum();
        Money::new(minor, heading.opening.currency).amount()
    };
    let created = now.with_timezone(&zone);
    let days = [("ДатаНачала", day(heading.from)), ("ДатаКонца", day(heading.to))];
    let mut lines = Lines::default();
    lines.add("1CClientBankExchange");
    lines.field("ВерсияФормата", "1.03");
    lines.field("Кодировка", "Windows");
    lines.field("Отправитель", "Karavan");
    lines.field("Получатель", "");
    lines.field("ДатаСоздания", &day(created.date_naive()));
    lines.field("ВремяСоздания", &created.format("%H:%M:%S").to_string());
    for (key, value) in &days {
        lines.field(key, value);
    }
    lines.field("РасчСчет", heading.account.as_str());
    lines.add("СекцияРасчСчет");
    for (key, value) in &days {
        lines.field(key, value);
    }
    lines.field("РасчСчет", heading.account.as_str());
    lines.field("НачальныйОстаток", &heading.opening.amount());
    lines.field("ВсегоПоступило", &sum(true));
    lines.field("ВсегоСписано", &sum(false));
    lines.field("КонечныйОстаток", &heading.closing.amount());
    lines.add("КонецРасчСчет");
    for (entry, amount) in movements {
        add_document(&mut lines, heading, entry, amount);
    }
    lines.add("КонецФайла");
    Ok(lines.encode())
}
