//! Exchange rates: where an agent takes its rate from, and what it is now.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    fixed::{Percent, Rate, divide_half_even},
    money::Currency,
    page::Listing,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// A hundred percent, in millionths of a percent.
const WHOLE: i64 = 100_000_000;

/// Currencies that have a rate in rubles.
pub const BASES: [Currency; 2] = [Currency::Cny, Currency::Usd];

/// Where a rate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RateSource {
    /// The agent names it.
    Fixed,
    /// The Bank of Russia.
    Cbr,
    /// The mean of exchangers on `BestChange`.
    Bestchange,
}

impl RateSource {
    /// Every source.
    pub const ALL: [Self; 3] = [Self::Fixed, Self::Cbr, Self::Bestchange];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Cbr => "cbr",
            Self::Bestchange => "bestchange",
        }
    }

    /// The source of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == name)
    }

    /// For how long a rate holds after it was fetched; the agent's own holds until it is changed.
    pub fn lifetime(self) -> Option<Duration> {
        match self {
            Self::Fixed => None,
            Self::Cbr => Some(Duration::days(4)),
            Self::Bestchange => Some(Duration::hours(1)),
        }
    }
}

/// How long ago the day may be that a rate is set for: the bank is silent over the New Year's holidays.
const SILENCE: Duration = Duration::days(11);

/// An agent's policy for one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatePolicy {
    /// Where the rate comes from.
    pub source: RateSource,
    /// The agent's own rate, for `fixed`.
    pub fixed: Option<Rate>,
    /// What is added to a source's rate.
    pub markup: Percent,
}

/// A rate as a source told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SourceRate {
    /// Which source.
    pub source: RateSource,
    /// Of which currency, in rubles.
    pub base: Currency,
    /// Rubles for one unit.
    pub rate: Rate,
    /// When it was fetched.
    pub at: DateTime<Utc>,
    /// The day that it is set for, where the source says one.
    pub for_date: Option<NaiveDate>,
    /// What it is of: the bank's day, the number of exchangers.
    pub detail: String,
}

/// The rate an agent promises prices by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EffectiveRate {
    /// Rubles for one unit.
    pub rate: Rate,
    /// Where it comes from.
    pub source: RateSource,
    /// When the source told it; absent for the agent's own.
    pub as_of: Option<DateTime<Utc>>,
    /// Too old to promise a price by.
    pub stale: bool,
}

/// The rate of a policy: the source's × (100 + markup) / 100, rounded once to six places, half to even.
pub fn effective(policy: RatePolicy, told: Option<&SourceRate>, now: DateTime<Utc>) -> Option<EffectiveRate> {
    let Some(lifetime) = policy.source.lifetime() else {
        return policy.fixed.map(|rate| EffectiveRate {
            rate,
            source: RateSource::Fixed,
            as_of: None,
            stale: false,
        });
    };
    let told = told.filter(|told| told.source == policy.source)?;
    let exact = i128::from(told.rate.millionths()) * i128::from(WHOLE.saturating_add(policy.markup.millionths()));
    let millionths = i64::try_from(divide_half_even(exact, WHOLE.into())).ok()?;
    let silent = told.for_date.is_some_and(|date| now.date_naive() - date > SILENCE);
    Some(EffectiveRate {
        rate: Rate::from_millionths(millionths),
        source: policy.source,
        as_of: Some(told.at),
        stale: silent || now - told.at > lifetime,
    })
}

/// The agent's rate of one currency, as its clients see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientRate {
    /// Of which currency, in rubles.
    pub base: Currency,
    /// The rate prices are promised by while it is not stale.
    pub effective: EffectiveRate,
}

/// The rate of one currency, with all that it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RateState {
    /// Of which currency, in rubles.
    pub base: Currency,
    /// The agent's policy, where one is set.
    pub policy: Option<RatePolicy>,
    /// The rate it makes, where there is one.
    pub effective: Option<EffectiveRate>,
    /// What each source told last.
    pub sources: Vec<SourceRate>,
}

/// A change of policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatePolicyChange {
    /// Of which currency.
    pub base: Currency,
    /// Where the rate comes from.
    pub source: RateSource,
    /// The agent's own rate, for `fixed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Rate>,
    /// What is added to a source's rate; nothing when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markup: Option<Percent>,
}

/// Which history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RateHistoryQuery {
    /// Of which currency; CNY when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Currency>,
    /// Of which source; the Bank of Russia when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RateSource>,
    /// Over how many days, 1 to 366; 90 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<i64>,
}

crate::endpoints! {
    ShowRates, "show_rates": Get "/agent/settings/rate", Access::Agent(Object::Settings, Level::View), 200;
    "The agent's rates in rubles, their policies and sources.";
    path = (), query = Nothing, body = Nothing => Listing<RateState>;

    ChangeRatePolicy, "change_rate_policy": Patch "/agent/settings/rate", Access::Agent(Object::Settings, Level::Edit), 200;
    "Sets where the agent takes a currency's rate from.";
    path = (), query = Nothing, body = RatePolicyChange => Listing<RateState>;

    ShowRateHistory, "show_rate_history": Get "/agent/settings/rate/history", Access::Agent(Object::Settings, Level::View), 200;
    "What a source told over the last days, oldest first, at most 400 points.";
    path = (), query = RateHistoryQuery, body = Nothing => Listing<SourceRate>;

    ShowClientRates, "show_client_rates": Get "/client/rate", Access::Client(Object::Orders, Level::View), 200;
    "The agent's rates in rubles; a currency without one is absent.";
    path = (), query = Nothing, body = Nothing => Listing<ClientRate>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(source: RateSource, hours_ago: i64) -> SourceRate {
        SourceRate {
            source,
            base: Currency::Cny,
            rate: Rate::parse("12.1655").expect("a rate"),
            at: now() - Duration::hours(hours_ago),
            for_date: None,
            detail: String::new(),
        }
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000, 0).expect("a time")
    }

    #[test]
    fn a_markup_is_added_and_rounded_to_six_places() {
        let policy = RatePolicy {
            source: RateSource::Cbr,
            fixed: None,
            markup: Percent::parse("3.3").expect("a percentage"),
        };
        let rate = effective(policy, Some(&told(RateSource::Cbr, 20)), now()).expect("a rate");
        assert_eq!((rate.rate.to_string().as_str(), rate.stale), ("12.566962", false));
        assert_eq!(
            effective(policy, Some(&told(RateSource::Bestchange, 0)), now()),
            None,
            "another source's rate is none"
        );
        assert_eq!(effective(policy, None, now()), None);
    }

    #[test]
    fn the_agents_own_rate_never_grows_old() {
        let policy = RatePolicy {
            source: RateSource::Fixed,
            fixed: Rate::parse("13").ok(),
            markup: Percent::default(),
        };
        assert!(!effective(policy, None, now()).expect("a rate").stale);
    }

    #[test]
    fn what_is_too_old_is_stale() {
        let stale = |told: SourceRate| {
            let policy = RatePolicy {
                source: told.source,
                fixed: None,
                markup: Percent::default(),
            };
            effective(policy, Some(&told), now()).expect("a rate").stale
        };
        assert!(!stale(told(RateSource::Cbr, 24 * 4)) && stale(told(RateSource::Cbr, 24 * 4 + 1)));
        assert!(!stale(told(RateSource::Bestchange, 1)) && stale(told(RateSource::Bestchange, 2)));
        let set_for = |days| SourceRate {
            for_date: Some(now().date_naive() - Duration::days(days)),
            ..told(RateSource::Cbr, 0)
        };
        assert!(!stale(set_for(-1)), "tomorrow's rate is known in the afternoon");
        assert!(
            !stale(set_for(11)) && stale(set_for(12)),
            "an old set that is told again stays old"
        );
    }

    #[test]
    fn halves_go_to_the_even_neighbour_of_the_whole_rate() {
        let markup = Percent::parse("50").expect("a half");
        for (millionths, with_markup) in [(1, 2), (3, 4), (5, 8), (7, 10)] {
            let told = SourceRate {
                rate: Rate::from_millionths(millionths),
                ..told(RateSource::Cbr, 0)
            };
            let policy = RatePolicy {
                source: RateSource::Cbr,
                fixed: None,
                markup,
            };
            let rate = effective(policy, Some(&told), now()).expect("a rate").rate;
            assert_eq!(rate.millionths(), with_markup, "{millionths}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_rate_with_its_markup_is_off_by_half_a_millionth_at_most(
            rate in 1..1_000_000_000_000_i64,
            markup in 0..=WHOLE,
            minutes in 0..20_000_i64,
        ) {
            let told = SourceRate {
                rate: Rate::from_millionths(rate),
                at: now() - Duration::minutes(minutes),
                ..told(RateSource::Cbr, 0)
            };
            let policy = RatePolicy { source: RateSource::Cbr, fixed: None, markup: Percent::from_millionths(markup) };
            let made = effective(policy, Some(&told), now()).expect("a rate");
            let exact = i128::from(rate) * i128::from(WHOLE + markup);
            let off = (i128::from(made.rate.millionths()) * i128::from(WHOLE) - exact).abs();
            prop_assert!(off * 2 <= i128::from(WHOLE));
            prop_assert!(made.rate >= told.rate);
            prop_assert_eq!(made.stale, minutes > 4 * 24 * 60);
        }
    }
}
