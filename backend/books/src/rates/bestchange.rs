//! Rates of exchangers on `BestChange`: the mean of the N best trusted offers.
//!
//! The API has no field for trust, so the rule is our own: the exchanger is active and has no complaints, and the offer has no
//! excluded mark, has a reserve and accepts a typical amount. Of these offers the N with the best ranked rate are used.

use serde::Deserialize;
use serde_json::Value;
use shared_types::fixed::{Rate, divide_half_even};
use std::collections::{BTreeMap, BTreeSet};

/// Most complaints of a trusted exchanger.
const MAX_COMPLAINTS: i64 = 0;
/// The amount of a typical exchange, in millionths of a ruble.
const TYPICAL_AMOUNT: i64 = 50_000_000_000;
/// Marks of offers that are left out.
const EXCLUDED_MARKS: [&str; 4] = ["floating", "cardverify", "verifying", "delay"];

#[derive(Deserialize)]
struct Rates {
    rates: BTreeMap<String, Option<Vec<Offer>>>,
}

#[derive(Deserialize)]
struct Offer {
    changer: i64,
    rate: Value,
    #[serde(default)]
    rankrate: Value,
    #[serde(default)]
    reserve: Value,
    #[serde(default)]
    inmin: Value,
    #[serde(default)]
    inmax: Value,
    marks: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Exchangers {
    changers: Vec<Exchanger>,
}

#[derive(Deserialize)]
struct Exchanger {
    id: i64,
    active: Option<bool>,
    reviews: Option<Reviews>,
}

#[derive(Default, Deserialize)]
struct Reviews {
    claim: Option<i64>,
}

/// The mean rate of the best offers and the ids of their exchangers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mean {
    pub rate: Rate,
    pub changers: Vec<i64>,
}

impl Mean {
    /// Describes the mean for people: the number of exchangers used, the number wanted and the ids of the exchangers.
    pub(super) fn detail(&self, top: usize) -> String {
        let changers: Vec<String> = self.changers.iter().map(|id| format!("№{id}")).collect();
        format!("{} / {top}: {}", self.changers.len(), changers.join(", "))
    }
}

/// Parses a JSON string or number, truncated to six decimal places.
fn parse_number(value: &Value) -> Option<Rate> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, "0"));
    let fraction: String = fraction.chars().take(6).collect();
    Rate::parse(&format!("{whole}.{fraction}")).ok()
}

/// Calculates the mean rate of the `top` best trusted offers of a pair from the API's two answers.
pub(super) fn mean_rate(rates: &[u8], changers: &[u8], pair: &str, top: usize) -> Result<Mean, String> {
    let invalid = |error: serde_json::Error| format!("not a BestChange response: {error}");
    let mut offers: Rates = serde_json::from_slice(rates).map_err(invalid)?;
    let changers: Exchangers = serde_json::from_slice(changers).map_err(invalid)?;
    let trusted: BTreeSet<i64> = changers
        .changers
        .iter()
        .filter(|changer| changer.active == Some(true))
        .filter(|changer| changer.reviews.as_ref().and_then(|reviews| reviews.claim).unwrap_or(0) <= MAX_COMPLAINTS)
        .map(|changer| changer.id)
        .collect();
    let accepts_typical_amount = |offer: &Offer| {
        let minimum_fits = parse_number(&offer.inmin).is_none_or(|least| least.millionths() <= TYPICAL_AMOUNT);
        let maximum_fits =
            parse_number(&offer.inmax).is_none_or(|most| most.millionths() == 0 || most.millionths() >= TYPICAL_AMOUNT);
        let reserve = parse_number(&offer.reserve).is_some_and(|reserve| reserve.millionths() > 0);
        minimum_fits && maximum_fits && reserve
    };
    let is_excluded = |offer: &Offer| {
        let mut marks = offer.marks.iter().flatten();
        marks.any(|mark| EXCLUDED_MARKS.contains(&mark.as_str()))
    };
    let mut ranked: Vec<(i64, i64, i64)> = offers
        .rates
        .remove(pair)
        .flatten()
        .unwrap_or_default()
        .iter()
        .filter(|offer| trusted.contains(&offer.changer) && accepts_typical_amount(offer) && !is_excluded(offer))
        .filter_map(|offer| {
            let rate = parse_number(&offer.rate).filter(|rate| rate.millionths() > 0)?;
            let rank = parse_number(&offer.rankrate).unwrap_or(rate);
            Some((rank.millionths(), rate.millionths(), offer.changer))
        })
        .collect();
    ranked.sort_unstable();
    // An exchanger may have several offers for a pair; only its best one counts.
    let mut seen = BTreeSet::new();
    ranked.retain(|(_, _, changer)| seen.insert(*changer));
    ranked.truncate(top);
    if ranked.is_empty() {
        return Err(format!("no trusted exchanger offers {pair}"));
    }
    let sum: i128 = ranked.iter().map(|(_, rate, _)| i128::from(*rate)).sum();
    let mean = divide_half_even(sum, i128::try_from(ranked.len()).unwrap_or(1));
    Ok(Mean {
        rate: i64::try_from(mean)
            .map(Rate::from_millionths)
            .map_err(|_| "the mean is too large".to_owned())?,
        changers: ranked.into_iter().map(|(_, _, changer)| changer).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGERS: &str = r#"{"changers":[{"id":1,"active":true,"reviews":{"claim":0}},{"id":2,"active":true,"reviews":{"claim":3}},{"id":3,"active":false,"reviews":{"claim":0}},{"id":4,"active":true,"reviews":{"claim":0}},{"id":5,"active":true},{"id":6,"active":true,"reviews":null}]}"#;

    #[test]
    fn mean_uses_trusted_exchangers_and_accepts_numbers_as_text() {
        let rates = r#"{"rates":{"42-10":[
            {"changer":1,"rate":"90.00","rankrate":"90.5","reserve":"1000","inmin":"1000","inmax":"500000","marks":[]},
            {"changer":2,"rate":"80.00","rankrate":"80.0","reserve":"1000","inmin":"1000","inmax":"500000"},
            {"changer":3,"rate":"81.00","rankrate":"81.0","reserve":"1000","inmin":"1000","inmax":"500000"},
            {"changer":4,"rate":92.0,"rankrate":92.0,"reserve":1000,"inmin":1000,"inmax":500000,"marks":["manual"]},
            {"changer":5,"rate":"70.00","reserve":"1000","inmin":"1000","inmax":"500000","marks":["floating"]},
            {"changer":1,"rate":"60.00","reserve":"0","inmin":"1000","inmax":"500000"},
            {"changer":1,"rate":"61.00","reserve":"10","inmin":"900000","inmax":"5000000"},
            {"changer":1,"rate":"99.00","reserve":"10","inmin":"1","inmax":"0"},
            {"changer":6,"rate":"95.00","rankrate":"95.0","reserve":"1","marks":null,"inmin":null}]}}"#;
        let mean = |top| mean_rate(rates.as_bytes(), CHANGERS.as_bytes(), "42-10", top).expect("a mean");
        assert_eq!(
            (mean(2).rate.to_string().as_str(), mean(2).changers),
            ("91.00", vec![1, 4])
        );
        assert_eq!(mean(5).rate.to_string(), "92.333333");
        assert_eq!(mean(5).detail(5), "3 / 5: №1, №4, №6");
    }

    #[test]
    fn invalid_response_is_rejected() {
        for bad in [
            "<html>403</html>",
            "{}",
            r#"{"rates":{}}"#,
            r#"{"rates":{"42-10":[]}}"#,
            r#"{"rates":{"42-10":null}}"#,
        ] {
            assert!(
                mean_rate(bad.as_bytes(), CHANGERS.as_bytes(), "42-10", 5).is_err(),
                "{bad}"
            );
        }
    }
}
