//! The entries of camt.052, 053 and 054 documents.

use super::entry::{Entry, PENDING, REVERSAL};
use chrono::NaiveDate;
use quick_xml::{
    Reader,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};
use shared_types::money::Currency;

/// An entry with the transactions that it sums up.
#[derive(Default)]
struct Booking {
    entry: Entry,
    transactions: Vec<Entry>,
    is_in_transaction: bool,
}

impl Booking {
    fn open(&mut self, name: &str, parent: Option<&str>, start: &BytesStart<'_>) {
        if name == "TxDtls" {
            self.is_in_transaction = true;
            self.transactions.push(Entry {
                is_outgoing: self.entry.is_outgoing,
                ..Entry::default()
            });
        }
        if name == "Amt" && matches!(parent, Some("Ntry" | "TxDtls" | "TxAmt")) {
            let code = start.try_get_attribute("Ccy").ok().flatten();
            self.target().currency = code.and_then(|code| Currency::from_code(&code.value));
        }
    }

    fn target(&mut self) -> &mut Entry {
        match self.transactions.last_mut() {
            Some(transaction) if self.is_in_transaction => transaction,
            _ => &mut self.entry,
        }
    }

    /// Reads a field. `names` are the elements from the entry to the field.
    fn read(&mut self, names: &[&str], text: &str) {
        let target = self.target();
        match names {
            _ if text.is_empty() => {}
            ["Amt"] | [.., "TxDtls", "Amt"] => text.clone_into(&mut target.amount),
            [.., "AmtDtls", "TxAmt", "Amt"] if target.amount.is_empty() => text.clone_into(&mut target.amount),
            ["CdtDbtInd"] | [.., "TxDtls", "CdtDbtInd"] => target.is_outgoing = text == "DBIT",
            ["RvslInd"] if matches!(text, "true" | "1") => target.mark = REVERSAL,
            ["Sts"] | ["Sts", "Cd"] if text != "BOOK" && target.mark.is_empty() => target.mark = PENDING,
            ["BookgDt", "Dt" | "DtTm"] => {
                target.date = text
                    .get(..10)
                    .and_then(|day| NaiveDate::parse_from_str(day, "%Y-%m-%d").ok());
            }
            ["AcctSvcrRef"] | [.., "Refs", "AcctSvcrRef"] => text.clone_into(&mut target.reference),
            [.., "RmtInf", "Ustrd"]
            | [.., "Strd", "CdtrRefInf", "Ref"]
            | [.., "Strd", "RfrdDocInf", "Nb"]
            | [.., "Strd", "AddtlRmtInf"]
            | ["AddtlNtryInf"] => target.purpose.push(text.to_owned()),
            [.., "RltdPties", "Dbtr", "Nm"] | [.., "RltdPties", "Dbtr", "Pty", "Nm"] if !target.is_outgoing => {
                text.clone_into(&mut target.counterparty);
            }
            _ => {}
        }
    }

    /// The entry, or its transactions: a bank books several payments as one sum, and each of them has its own payer and purpose.
    fn into_lines(self) -> Vec<String> {
        let Self {
            mut entry,
            transactions,
            ..
        } = self;
        let is_batch = transactions.len() > 1 && transactions.iter().all(|one| !one.amount.is_empty());
        if !is_batch {
            for mut transaction in transactions {
                entry.purpose.append(&mut transaction.purpose);
                for (of_entry, text) in [
                    (&mut entry.counterparty, transaction.counterparty),
                    (&mut entry.reference, transaction.reference),
                ] {
                    if of_entry.is_empty() {
                        *of_entry = text;
                    }
                }
            }
            return vec![entry.into_line()];
        }
        let line = |(index, transaction): (usize, Entry)| {
            let reference = match transaction.reference.as_str() {
                "" if entry.reference.is_empty() => String::new(),
                "" => format!("{}/{}", entry.reference, index + 1),
                own => own.to_owned(),
            };
            let whole = Entry {
                date: entry.date,
                mark: entry.mark,
                currency: transaction.currency.or(entry.currency),
                purpose: entry.purpose.iter().cloned().chain(transaction.purpose).collect(),
                reference,
                ..transaction
            };
            whole.into_line()
        };
        transactions.into_iter().enumerate().map(line).collect()
    }
}

/// Reads the entries of a document. A damaged document has none.
pub(super) fn read(text: &str) -> Vec<String> {
    let mut reader = Reader::from_str(text);
    let mut lines = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut booking: Option<Booking> = None;
    let mut content = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => {
                let name: &str = start.local_name().into_inner();
                if name == "Ntry" {
                    booking = Some(Booking::default());
                }
                if let Some(booking) = &mut booking {
                    booking.open(name, path.last().map(String::as_str), &start);
                }
                path.push(name.to_owned());
                content.clear();
            }
            Ok(Event::Text(text)) => content.push_str(&text),
            // An ampersand and the like: the text continues after it.
            Ok(Event::GeneralRef(reference)) => match reference.resolve_char_ref() {
                Ok(Some(c)) => content.push(c),
                _ => content.push_str(resolve_predefined_entity(&reference).unwrap_or_default()),
            },
            Ok(Event::End(_)) => {
                if let Some(booking) = &mut booking {
                    let names = path
                        .iter()
                        .map(String::as_str)
                        .skip_while(|name| *name != "Ntry")
                        .skip(1);
                    booking.read(&names.collect::<Vec<_>>(), content.trim());
                    booking.is_in_transaction &= path.last().is_none_or(|name| name != "TxDtls");
                }
                content.clear();
                if path.pop().as_deref() == Some("Ntry") {
                    lines.extend(booking.take().into_iter().flat_map(Booking::into_lines));
                }
            }
            Ok(Event::Eof) => return lines,
            Err(_) => return Vec::new(),
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn camt_batches_are_their_payments() {
        let payment = |amount: &str, name: &str, remittance: &str| {
            format!(
                "<TxDtls><AmtDtls><TxAmt><Amt Ccy=\"EUR\">{amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>{name}</Nm></Dbtr>\
                 </RltdPties><RmtInf>{remittance}</RmtInf></TxDtls>"
            )
        };
        let entry = |sum: &str, payments: &str| {
            format!(
                "<Ntry><Amt Ccy=\"EUR\">{sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>\
                 <AcctSvcrRef>R1</AcctSvcrRef><NtryDtls>{payments}</NtryDtls></Ntry>"
            )
        };
        let structured = "<Strd><CdtrRefInf><Ref>K101</Ref></CdtrRefInf><AddtlRmtInf>order 7</AddtlRmtInf></Strd>";
        let batch = payment("100.00", "Oleg", structured) + &payment("50.5", "Maria", "<Ustrd>K102</Ustrd>");
        let single = payment("70.00", "Anna", "<Strd><RfrdDocInf><Nb>K103</Nb></RfrdDocInf></Strd>");
        let text = format!(
            "<?xml version=\"1.0\"?>\n<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>{}{}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>",
            entry("150.50", &batch),
            entry("70.00", &single)
        );
        assert_eq!(
            read(&text),
            [
                "21.11.2026\tEUR +100.00\tOleg\tK101 order 7\tref=R1/1",
                "21.11.2026\tEUR +50.50\tMaria\tK102\tref=R1/2",
                "21.11.2026\tEUR +70.00\tAnna\tK103\tref=R1"
            ]
        );
    }

    #[test]
    fn amounts_have_the_decimals_of_their_currency() {
        let entry = |amount: &str, currency: &str| {
            let text = format!(
                "<Document><Ntry><Amt Ccy=\"{currency}\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>\
                 <AcctSvcrRef>R1</AcctSvcrRef></Ntry></Document>"
            );
            super::super::parse(&text).remove(0).amounts
        };
        assert_eq!(entry("125000", "JPY"), [125_000]);
        assert_eq!(entry("100.000", "BHD"), [100_000]);
        assert_eq!(entry("100.00000", "EUR"), [10_000]);
        assert_eq!(entry("12.345", "BHD"), [0; 0], "a third decimal is not thousands");
    }
}
