//! The agent's current rates and the conversion of amounts by them.

use super::policy;
use chrono::{DateTime, Utc};
use entities::order_quote::QuoteRateSource;
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::DbErr;
use shared_types::{
    fixed::{Rate, Ratio},
    money::Currency,
};

/// Rubles for one unit of each currency, with the name of the source. Stale rates are left out.
#[derive(Clone, Debug, Default)]
pub struct Rates(Vec<(Currency, Rate, QuoteRateSource)>);

impl Rates {
    /// Returns the rate of a currency and the name of its source.
    pub fn rate_and_source(&self, currency: Currency) -> Option<(Rate, QuoteRateSource)> {
        if currency == Currency::Rub {
            return Some((Rate::from_millionths(1_000_000), QuoteRateSource::None));
        }
        let (_, rate, source) = self.0.iter().find(|(known, ..)| *known == currency)?;
        Some((*rate, *source))
    }

    /// Returns the rate of a currency.
    pub fn get(&self, currency: Currency) -> Option<Rate> {
        self.rate_and_source(currency).map(|(rate, _)| rate)
    }

    /// Replaces the rate of one currency.
    #[must_use]
    pub fn with_rate(mut self, currency: Currency, rate: Rate, source: QuoteRateSource) -> Self {
        self.0.retain(|(known, ..)| *known != currency);
        self.0.push((currency, rate, source));
        self
    }

    /// Converts an amount by way of rubles, rounded once. Returns `None` if a rate is missing or the result is too large.
    pub fn convert(&self, minor: i64, from: Currency, to: Currency) -> Option<i64> {
        self.ratio(from, to)?.convert(minor)
    }

    /// Returns the exact ratio between two currencies, by way of rubles. Returns `None` if a rate is missing.
    pub fn ratio(&self, from: Currency, to: Currency) -> Option<Ratio> {
        if from == to {
            return Some(Ratio::ONE);
        }
        Ratio::between((from, self.get(from)?), (to, self.get(to)?))
    }
}

/// Loads the rates that prices can be quoted with now. Takes two statements.
pub async fn load(rows: &impl ScopedConnection, system: &SystemScope, now: DateTime<Utc>) -> Result<Rates, DbErr> {
    let usable = |state: shared_types::rates::RateState| {
        let rate = state.effective.filter(|rate| !rate.stale)?;
        Some((state.base, rate.rate, rate.source.into()))
    };
    let states = policy::list_states(rows, system, now).await?;
    Ok(Rates(states.into_iter().filter_map(usable).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn convert_goes_through_rubles_and_rounds_once() {
        let rate = |text: &str| Rate::parse(text).expect("a rate");
        let rates = Rates::default()
            .with_rate(Currency::Cny, rate("12.5"), QuoteRateSource::Fixed)
            .with_rate(Currency::Usd, rate("90"), QuoteRateSource::Fixed);
        assert_eq!(rates.convert(100, Currency::Usd, Currency::Cny), Some(720));
        assert_eq!(rates.convert(1250, Currency::Rub, Currency::Cny), Some(100));
        assert_eq!(rates.convert(100, Currency::Cny, Currency::Rub), Some(1250));
        assert_eq!(rates.convert(77, Currency::Eur, Currency::Eur), Some(77));
        assert_eq!(rates.convert(77, Currency::Eur, Currency::Cny), None);
    }
}
