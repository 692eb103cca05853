//! Parser of the daily rates of the Bank of Russia: XML in windows-1251 with decimal commas, each rate for a nominal
//! number of units.

use chrono::NaiveDate;
use encoding_rs::WINDOWS_1251;
use serde::Deserialize;
use shared_types::{
    fixed::{Rate, divide_half_even},
    money::Currency,
    rates::BASES,
};

#[derive(Deserialize)]
struct ValCurs {
    #[serde(rename = "@Date")]
    date: Option<String>,
    #[serde(rename = "Valute", default)]
    currencies: Vec<Valute>,
}

#[derive(Deserialize)]
struct Valute {
    #[serde(rename = "CharCode")]
    code: String,
    #[serde(rename = "Nominal")]
    nominal: String,
    #[serde(rename = "Value")]
    value: String,
    #[serde(rename = "VunitRate")]
    unit: Option<String>,
}

/// Rubles for one unit: the bank's own unit rate if present, otherwise the value divided by the nominal, rounded half to
/// even.
fn unit_rate(valute: &Valute) -> Option<Rate> {
    let parse = |text: &str| Rate::parse(&text.trim().replace(',', ".")).ok();
    if let Some(unit) = valute.unit.as_deref().and_then(parse) {
        return Some(unit).filter(|rate| rate.millionths() > 0);
    }
    let nominal: i64 = valute.nominal.trim().parse().ok().filter(|nominal| *nominal > 0)?;
    let whole = parse(&valute.value)?;
    let exact = divide_half_even(whole.millionths().into(), nominal.into());
    i64::try_from(exact)
        .ok()
        .filter(|millionths| *millionths > 0)
        .map(Rate::from_millionths)
}

/// The rates of one document.
pub(super) struct DailyRates {
    /// The day that the rates are set for: the next day in the afternoon, an earlier day on holidays.
    pub date: NaiveDate,
    /// The rates of all [`BASES`].
    pub rates: Vec<(Currency, Rate)>,
}

/// Parses a document. Fails if the date or one of the [`BASES`] is missing.
pub(super) fn parse(bytes: &[u8]) -> Result<DailyRates, String> {
    let (text, _, _) = WINDOWS_1251.decode(bytes);
    // The text is decoded already, so the XML declaration with its encoding is cut off.
    let body = text.split_once("?>").map_or(text.as_ref(), |(_, body)| body);
    let document: ValCurs =
        quick_xml::de::from_str(body).map_err(|error| format!("not a rates document of the bank: {error}"))?;
    let date = document.date.ok_or("the document has no date")?;
    // Some mirrors write the date with slashes.
    let date = NaiveDate::parse_from_str(&date.replace('/', "."), "%d.%m.%Y")
        .map_err(|_| format!("the document has an invalid date: {date}"))?;
    let rates: Vec<_> = document
        .currencies
        .iter()
        .filter_map(|valute| {
            let currency = Currency::from_code(valute.code.trim()).filter(|currency| BASES.contains(currency))?;
            Some((currency, unit_rate(valute)?))
        })
        .collect();
    if BASES
        .iter()
        .all(|base| rates.iter().any(|(currency, _)| currency == base))
    {
        Ok(DailyRates { date, rates })
    } else {
        Err(format!("the document of {date} lacks a currency"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: &str = r#"<?xml version="1.0" encoding="windows-1251"?>
<ValCurs Date="08.08.2026" name="Foreign Currency Market">
<Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>82,1665</Value><VunitRate>82,1665</VunitRate></Valute>
<Valute ID="R01375"><NumCode>156</NumCode><CharCode>CNY</CharCode><Nominal>10</Nominal><Name>Китайских юаней</Name><Value>121,6550</Value></Valute>
</ValCurs>"#;

    #[test]
    fn document_is_parsed_with_and_without_unit_rate() {
        let (bytes, _, _) = WINDOWS_1251.encode(SET);
        let DailyRates { date, rates } = parse(&bytes).expect("a valid document");
        assert_eq!(date.to_string(), "2026-08-08");
        let parsed: Vec<_> = rates
            .iter()
            .map(|(currency, rate)| (currency.code(), rate.to_string()))
            .collect();
        assert_eq!(parsed, [("USD", "82.1665".to_owned()), ("CNY", "12.1655".to_owned())]);
    }

    #[test]
    fn invalid_document_is_rejected() {
        for bad in [
            "<html><body>403 Forbidden</body></html>",
            "",
            "<?xml version=\"1.0\"?><ValCurs Date=\"01.01.2026\" name=\"x\"></ValCurs>",
            "<?xml version=\"1.0\"?><ValCurs Date=\"soon\" name=\"x\"></ValCurs>",
            "<?xml version=\"1.0\"?><ValCurs>Error in parameters</ValCurs>",
        ] {
            assert!(parse(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
