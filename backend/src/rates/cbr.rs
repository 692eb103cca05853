//! The daily set of the Bank of Russia: XML in windows-1251, decimal commas, a nominal.

use chrono::NaiveDate;
use encoding_rs::WINDOWS_1251;
use serde::Deserialize;
use shared_types::{
    fixed::{Rate, divide_half_even},
    money::Currency,
    rates::BASES,
};

#[derive(Deserialize)]
struct Set {
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

/// Rubles for one unit: the bank's own where it is told, else the value by the nominal, half to even.
fn rate(valute: &Valute) -> Option<Rate> {
    let read = |text: &str| Rate::parse(&text.trim().replace(',', ".")).ok();
    if let Some(unit) = valute.unit.as_deref().and_then(read) {
        return Some(unit).filter(|rate| rate.millionths() > 0);
    }
    let nominal: i64 = valute.nominal.trim().parse().ok().filter(|nominal| *nominal > 0)?;
    let whole = read(&valute.value)?;
    let exact = divide_half_even(whole.millionths().into(), nominal.into());
    i64::try_from(exact)
        .ok()
        .filter(|millionths| *millionths > 0)
        .map(Rate::from_millionths)
}

/// What the bank told.
pub(super) struct Told {
    /// The day that it is set for: tomorrow in the afternoon, an earlier one on holidays.
    pub date: NaiveDate,
    /// The currencies we keep.
    pub rates: Vec<(Currency, Rate)>,
}

/// The rates of the currencies we keep, and the day they are set for.
pub(super) fn read(bytes: &[u8]) -> Result<Told, String> {
    let (text, _, _) = WINDOWS_1251.decode(bytes);
    // The declaration names the encoding that is no longer the text's.
    let body = text.split_once("?>").map_or(text.as_ref(), |(_, body)| body);
    let set: Set = quick_xml::de::from_str(body).map_err(|error| format!("not the bank's set: {error}"))?;
    let date = set.date.ok_or("the set has no date")?;
    // Some mirrors write slashes.
    let date = NaiveDate::parse_from_str(&date.replace('/', "."), "%d.%m.%Y")
        .map_err(|_| format!("the set is for no day: {date}"))?;
    let rates: Vec<_> = set
        .currencies
        .iter()
        .filter_map(|valute| {
            let currency = Currency::from_code(valute.code.trim()).filter(|currency| BASES.contains(currency))?;
            Some((currency, rate(valute)?))
        })
        .collect();
    if BASES.iter().all(|base| rates.iter().any(|(told, _)| told == base)) {
        Ok(Told { date, rates })
    } else {
        Err(format!("the set of {date} lacks a currency"))
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
    fn the_banks_set_is_read_with_nominal_and_without_the_unit_rate() {
        let (bytes, _, _) = WINDOWS_1251.encode(SET);
        let Told { date, rates } = read(&bytes).expect("a set");
        assert_eq!(date.to_string(), "2026-08-08");
        let told: Vec<_> = rates
            .iter()
            .map(|(currency, rate)| (currency.code(), rate.to_string()))
            .collect();
        assert_eq!(told, [("USD", "82.1665".to_owned()), ("CNY", "12.1655".to_owned())]);
    }

    #[test]
    fn what_is_no_set_is_refused() {
        for bad in [
            "<html><body>403 Forbidden</body></html>",
            "",
            "<?xml version=\"1.0\"?><ValCurs Date=\"01.01.2026\" name=\"x\"></ValCurs>",
            "<?xml version=\"1.0\"?><ValCurs Date=\"soon\" name=\"x\"></ValCurs>",
            "<?xml version=\"1.0\"?><ValCurs>Error in parameters</ValCurs>",
        ] {
            assert!(read(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
