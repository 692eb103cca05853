//! The conversion of amounts by an agent's current rates.

use entities::order_quote::QuoteRateSource;
use shared_types::{
    fixed::{Rate, Ratio, divide_half_even},
    money::Currency,
};
use std::collections::BTreeMap;

/// Rubles for one unit of each currency. Stale rates are left out.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// The agent's rates, with the names of their sources.
    pub(super) quoted: Vec<(Currency, Rate, QuoteRateSource)>,
    /// The rates of the sources without the agent's markup.
    pub(super) references: Vec<(Currency, Rate)>,
}

impl Rates {
    /// Returns the rate of a currency and the name of its source.
    pub fn rate_and_source(&self, currency: Currency) -> Option<(Rate, QuoteRateSource)> {
        if currency == Currency::Rub {
            return Some((Rate::from_millionths(1_000_000), QuoteRateSource::None));
        }
        let (_, rate, source) = self.quoted.iter().find(|(known, ..)| *known == currency)?;
        Some((*rate, *source))
    }

    /// Returns the rate of a currency.
    pub fn get(&self, currency: Currency) -> Option<Rate> {
        self.rate_and_source(currency).map(|(rate, _)| rate)
    }

    /// Returns the rate of the source without the agent's markup: the market price of the currency.
    pub fn reference(&self, currency: Currency) -> Option<Rate> {
        let found = self.references.iter().find(|(known, _)| *known == currency);
        found.map(|(_, rate)| *rate)
    }

    /// Replaces the rate of one currency. The reference rate stays.
    #[must_use]
    pub fn with_rate(mut self, currency: Currency, rate: Rate, source: QuoteRateSource) -> Self {
        self.quoted.retain(|(known, ..)| *known != currency);
        self.quoted.push((currency, rate, source));
        self
    }

    /// The rates of all currencies in another one, rounded half to even to six decimal places.
    pub fn in_currency(&self, currency: Currency) -> BTreeMap<Currency, Rate> {
        let Some(target) = self.get(currency).map(Rate::millionths).filter(|rate| *rate > 0) else {
            return BTreeMap::new();
        };
        let known = self.quoted.iter().map(|(known, ..)| *known).chain([Currency::Rub]);
        let rate = |known: Currency| {
            let exact = i128::from(self.get(known)?.millionths()) * 1_000_000;
            let millionths = i64::try_from(divide_half_even(exact, target.into())).ok()?;
            (millionths > 0).then(|| (known, Rate::from_millionths(millionths)))
        };
        known.filter(|known| *known != currency).filter_map(rate).collect()
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

    #[test]
    fn rates_are_expressed_in_another_currency() {
        let rate = |text: &str| Rate::parse(text).expect("a rate");
        let rates = Rates::default()
            .with_rate(Currency::Cny, rate("12.5"), QuoteRateSource::Fixed)
            .with_rate(Currency::Usd, rate("90"), QuoteRateSource::Fixed);
        let in_rubles = BTreeMap::from([(Currency::Cny, rate("12.5")), (Currency::Usd, rate("90"))]);
        assert_eq!(rates.in_currency(Currency::Rub), in_rubles);
        let in_yuan = BTreeMap::from([(Currency::Rub, rate("0.08")), (Currency::Usd, rate("7.2"))]);
        assert_eq!(rates.in_currency(Currency::Cny), in_yuan);
        assert_eq!(rates.in_currency(Currency::Eur), BTreeMap::new());
    }
}
