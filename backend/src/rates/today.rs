//! All rates of an agent at once: what a calculation in several currencies needs.

use super::policy;
use crate::platform::scope::{Rows, SystemScope};
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use shared_types::{
    fixed::{Rate, divide_half_even},
    money::Currency,
};

/// Rubles for one unit of each currency, with the name of the source; none that is stale.
#[derive(Clone, Debug, Default)]
pub struct Rates(Vec<(Currency, Rate, String)>);

impl Rates {
    /// The rate of a currency, with the name of its source.
    pub fn named(&self, currency: Currency) -> Option<(Rate, String)> {
        if currency == Currency::Rub {
            return Some((Rate::from_millionths(1_000_000), "none".to_owned()));
        }
        let (_, rate, source) = self.0.iter().find(|(held, ..)| *held == currency)?;
        Some((*rate, source.clone()))
    }

    /// The rate of a currency.
    pub fn of(&self, currency: Currency) -> Option<Rate> {
        self.named(currency).map(|(rate, _)| rate)
    }

    /// The same with another rate of one currency.
    #[must_use]
    pub fn with(mut self, currency: Currency, rate: Rate, source: &str) -> Self {
        self.0.retain(|(held, ..)| *held != currency);
        self.0.push((currency, rate, source.to_owned()));
        self
    }

    /// An amount in another currency, over rubles, rounded once; nothing where a rate is missing.
    pub fn convert(&self, minor: i64, from: Currency, to: Currency) -> Option<i64> {
        if from == to {
            return Some(minor);
        }
        let by = self.of(to)?.millionths();
        let up = 10_i128.pow(to.decimals()) * i128::from(self.of(from)?.millionths());
        let down = 10_i128.pow(from.decimals()) * i128::from(by);
        (by > 0)
            .then(|| divide_half_even(i128::from(minor) * up, down))
            .and_then(|minor| i64::try_from(minor).ok())
    }
}

/// The rates that prices may be promised by today, in two statements.
pub async fn today(rows: &impl Rows, system: &SystemScope, now: DateTime<Utc>) -> Result<Rates, DbErr> {
    let good = |state: shared_types::rates::RateState| {
        let rate = state.effective.filter(|rate| !rate.stale)?;
        Some((state.base, rate.rate, rate.source.as_str().to_owned()))
    };
    let states = policy::states(rows, system, now).await?;
    Ok(Rates(states.into_iter().filter_map(good).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_go_over_rubles_and_are_rounded_once() {
        let rate = |text: &str| Rate::parse(text).expect("a rate");
        let rates =
            Rates::default()
                .with(Currency::Cny, rate("12.5"), "fixed")
                .with(Currency::Usd, rate("90"), "fixed");
        assert_eq!(rates.convert(100, Currency::Usd, Currency::Cny), Some(720));
        assert_eq!(rates.convert(1250, Currency::Rub, Currency::Cny), Some(100));
        assert_eq!(rates.convert(100, Currency::Cny, Currency::Rub), Some(1250));
        assert_eq!(rates.convert(77, Currency::Eur, Currency::Eur), Some(77));
        assert_eq!(rates.convert(77, Currency::Eur, Currency::Cny), None);
    }
}
