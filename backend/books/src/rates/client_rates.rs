//! The rates that a client's prices are quoted with.

use super::{conversion::Rates, policy, rates_of::RatesOf};
use chrono::{DateTime, Utc};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::DbErr;
use shared_types::{
    fixed::{Percent, Rate},
    rates::{RatePolicy, RateSource, RateState, effective_rate},
};

/// The rate of the policy's source without the markup. For the agent's own rate, and without a policy, the rate of the Bank of
/// Russia. `None` if the source has no current rate.
fn reference_rate(state: &RateState, now: DateTime<Utc>) -> Option<Rate> {
    let source = match state.policy.map(|policy| policy.source) {
        None | Some(RateSource::Fixed) => RateSource::Cbr,
        Some(source) => source,
    };
    let without_markup = RatePolicy {
        source,
        fixed: None,
        markup: Percent::default(),
    };
    let latest = state.sources.iter().find(|rate| rate.source == source);
    let rate = effective_rate(without_markup, latest, now).filter(|rate| !rate.stale)?;
    Some(rate.rate)
}

/// Loads the rates that a client's prices can be quoted with now. Takes two statements.
pub async fn load(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    rates_of: RatesOf,
    now: DateTime<Utc>,
) -> Result<Rates, DbErr> {
    let states = policy::list_client_states(rows, system, rates_of, now).await?;
    let quoted = |state: &RateState| {
        let rate = state.effective.filter(|rate| !rate.stale)?;
        Some((state.base, rate.rate, rate.source.into()))
    };
    let reference = |state: &RateState| Some((state.base, reference_rate(state, now)?));
    Ok(Rates {
        quoted: states.iter().filter_map(quoted).collect(),
        references: states.iter().filter_map(reference).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use shared_types::{money::Currency, rates::SourceRate};

    #[test]
    fn reference_is_the_rate_of_the_source_without_markup() {
        let now = DateTime::UNIX_EPOCH;
        let rate = |text: &str| Rate::parse(text).expect("a rate");
        let source_rate = |source, text, at| SourceRate {
            source,
            base: Currency::Cny,
            rate: rate(text),
            at,
            for_date: None,
            detail: String::new(),
        };
        let state = |source: Option<RateSource>| RateState {
            base: Currency::Cny,
            policy: source.map(|source| RatePolicy {
                source,
                fixed: Some(rate("20")),
                markup: Percent::parse("5").expect("a markup"),
            }),
            version: 1,
            effective: None,
            sources: vec![
                source_rate(RateSource::Cbr, "11.5", now),
                source_rate(RateSource::Bestchange, "11.9", now - TimeDelta::hours(2)),
            ],
        };
        let cbr = Some(rate("11.5"));
        assert_eq!(reference_rate(&state(Some(RateSource::Cbr)), now), cbr);
        assert_eq!(reference_rate(&state(Some(RateSource::Fixed)), now), cbr);
        assert_eq!(reference_rate(&state(None), now), cbr);
        let outdated = reference_rate(&state(Some(RateSource::Bestchange)), now);
        assert_eq!(outdated, None, "the only rate of the source is two hours old");
    }
}
