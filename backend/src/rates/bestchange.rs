//! Exchangers on `BestChange`: the mean of the N best that can be trusted.
//!
//! The service has no field for that, so the rule is ours: active, with few complaints, without the marks we avoid, with a
//! reserve, and taking an ordinary amount; of those the N with the best ranked rate.

use serde::Deserialize;
use serde_json::Value;
use shared_types::fixed::{Rate, divide_half_even};
use std::collections::{BTreeMap, BTreeSet};

/// Complaints an exchanger may have.
const CLAIMS: i64 = 0;
/// What an ordinary exchange is, in millionths of a ruble.
const ORDINARY: i64 = 50_000_000_000;
/// Marks that make a rate no ordinary one.
const AVOIDED: [&str; 4] = ["floating", "cardverify", "verifying", "delay"];

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
struct Changers {
    changers: Vec<Changer>,
}

#[derive(Deserialize)]
struct Changer {
    id: i64,
    active: Option<bool>,
    reviews: Option<Reviews>,
}

#[derive(Default, Deserialize)]
struct Reviews {
    claim: Option<i64>,
}

/// The mean of the best, and whose rates it is of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mean {
    pub rate: Rate,
    pub changers: Vec<i64>,
}

impl Mean {
    /// What the mean is of, for people: how many of how many, and which exchangers by their numbers.
    pub(super) fn detail(&self, top: usize) -> String {
        let changers: Vec<String> = self.changers.iter().map(|id| format!("№{id}")).collect();
        format!("{} / {top}: {}", self.changers.len(), changers.join(", "))
    }
}

/// A number that comes as text or as a number, cut to six places.
fn number(value: &Value) -> Option<Rate> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, "0"));
    let fraction: String = fraction.chars().take(6).collect();
    Rate::parse(&format!("{whole}.{fraction}")).ok()
}

/// The mean of the best that can be trusted.
pub(super) fn read(rates: &[u8], changers: &[u8], pair: &str, top: usize) -> Result<Mean, String> {
    let told = |error: serde_json::Error| format!("not the answer of BestChange: {error}");
    let mut offers: Rates = serde_json::from_slice(rates).map_err(told)?;
    let changers: Changers = serde_json::from_slice(changers).map_err(told)?;
    let trusted: BTreeSet<i64> = changers
        .changers
        .iter()
        .filter(|changer| changer.active == Some(true))
        .filter(|changer| changer.reviews.as_ref().and_then(|reviews| reviews.claim).unwrap_or(0) <= CLAIMS)
        .map(|changer| changer.id)
        .collect();
    let takes = |offer: &Offer| {
        let at_least = number(&offer.inmin).is_none_or(|least| least.millionths() <= ORDINARY);
        let at_most = number(&offer.inmax).is_none_or(|most| most.millionths() == 0 || most.millionths() >= ORDINARY);
        let reserve = number(&offer.reserve).is_some_and(|reserve| reserve.millionths() > 0);
        at_least && at_most && reserve
    };
    let avoided = |offer: &Offer| {
        let mut marks = offer.marks.iter().flatten();
        marks.any(|mark| AVOIDED.contains(&mark.as_str()))
    };
    let mut good: Vec<(i64, i64, i64)> = offers
        .rates
        .remove(pair)
        .flatten()
        .unwrap_or_default()
        .iter()
        .filter(|offer| trusted.contains(&offer.changer) && takes(offer) && !avoided(offer))
        .filter_map(|offer| {
            let rate = number(&offer.rate).filter(|rate| rate.millionths() > 0)?;
            let rank = number(&offer.rankrate).unwrap_or(rate);
            Some((rank.millionths(), rate.millionths(), offer.changer))
        })
        .collect();
    good.sort_unstable();
    // An exchanger may offer a pair several times; it has one voice.
    let mut seen = BTreeSet::new();
    good.retain(|(_, _, changer)| seen.insert(*changer));
    good.truncate(top);
    if good.is_empty() {
        return Err(format!("no exchanger of {pair} can be trusted"));
    }
    let sum: i128 = good.iter().map(|(_, rate, _)| i128::from(*rate)).sum();
    let mean = divide_half_even(sum, i128::try_from(good.len()).unwrap_or(1));
    Ok(Mean {
        rate: i64::try_from(mean)
            .map(Rate::from_millionths)
            .map_err(|_| "the mean is too large".to_owned())?,
        changers: good.into_iter().map(|(_, _, changer)| changer).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGERS: &str = r#"{"changers":[{"id":1,"active":true,"reviews":{"claim":0}},{"id":2,"active":true,"reviews":{"claim":3}},{"id":3,"active":false,"reviews":{"claim":0}},{"id":4,"active":true,"reviews":{"claim":0}},{"id":5,"active":true},{"id":6,"active":true,"reviews":null}]}"#;

    #[test]
    fn the_mean_is_of_the_trusted_alone_whether_numbers_come_as_text_or_not() {
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
        let mean = |top| read(rates.as_bytes(), CHANGERS.as_bytes(), "42-10", top).expect("a mean");
        assert_eq!(
            (mean(2).rate.to_string().as_str(), mean(2).changers),
            ("91.00", vec![1, 4])
        );
        assert_eq!(mean(5).rate.to_string(), "92.333333");
        assert_eq!(mean(5).detail(5), "3 / 5: №1, №4, №6");
    }

    #[test]
    fn garbage_is_refused() {
        for bad in [
            "<html>403</html>",
            "{}",
            r#"{"rates":{}}"#,
            r#"{"rates":{"42-10":[]}}"#,
            r#"{"rates":{"42-10":null}}"#,
        ] {
            assert!(read(bad.as_bytes(), CHANGERS.as_bytes(), "42-10", 5).is_err(), "{bad}");
        }
    }
}
