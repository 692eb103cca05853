//! Exchange rates: the agent's policy and the effective rate.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    fixed::{Percent, Rate, divide_half_even},
    money::Currency,
    page::Listing,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};

/// One hundred percent, in millionths of a percent.
const HUNDRED_PERCENT: i64 = 100_000_000;

/// Currencies that have a rate in rubles.
pub const BASES: [Currency; 2] = [Currency::Cny, Currency::Usd];

closed_set! {
    pub enum RateSource {
        /// Set by the agent.
        Fixed = "fixed",
        /// The Bank of Russia.
        Cbr = "cbr",
        /// The average of exchangers on `BestChange`.
        Bestchange = "bestchange",
    }
}

impl RateSource {
    /// Returns how long a rate is valid after it was fetched. `None` for the agent's own rate, which does not expire.
    pub fn lifetime(self) -> Option<Duration> {
        match self {
            Self::Fixed => None,
            Self::Cbr => Some(Duration::days(4)),
            Self::Bestchange => Some(Duration::hours(1)),
        }
    }
}

/// Maximum age of the date that a rate is set for. The bank publishes no rates during the New Year holidays.
const MAX_DATE_AGE: Duration = Duration::days(11);

/// How far ahead the date of a rate may be: the bank sets the rates of the next working day in the afternoon.
const MAX_DATE_AHEAD: Duration = Duration::days(3);
/// How far the clocks of two replicas may differ.
const CLOCK_DIFFERENCE: Duration = Duration::minutes(5);

/// The agent's rate policy for one currency.
#[apply(response)]
#[derive(Copy)]
pub struct RatePolicy {
    /// Source of the rate.
    pub source: RateSource,
    /// The agent's own rate. Only for the source `fixed`.
    pub fixed: Option<Rate>,
    /// Percentage added to the rate of the source.
    pub markup: Percent,
}

/// A client's own rate policy for one currency. It replaces the agent's policy as a whole.
#[apply(request)]
#[derive(Copy)]
pub struct OwnRate {
    /// Currency that the policy applies to.
    pub base: Currency,
    /// Source of the rate.
    pub source: RateSource,
    /// The fixed rate. Only for the source `fixed`.
    pub fixed: Option<Rate>,
    /// Percentage added to the rate of the source. Defaults to 0.
    #[serde(default)]
    pub markup: Percent,
}

impl OwnRate {
    /// The policy without its currency.
    pub const fn policy(&self) -> RatePolicy {
        RatePolicy {
            source: self.source,
            fixed: self.fixed,
            markup: self.markup,
        }
    }
}

/// A rate published by a source.
#[apply(response)]
pub struct SourceRate {
    pub source: RateSource,
    /// Currency that the rate applies to.
    pub base: Currency,
    /// Rubles for one unit of the currency.
    pub rate: Rate,
    /// Time when the rate was fetched.
    pub at: DateTime<Utc>,
    /// Date that the rate is set for, if the source states one.
    pub for_date: Option<NaiveDate>,
    /// Details of the rate: the bank's date, or the number of exchangers.
    pub detail: String,
}

impl SourceRate {
    /// Whether the rate is dated later than its source can know it. Such a rate is refused, and is never quoted with.
    pub fn is_in_future(&self, now: DateTime<Utc>) -> bool {
        let is_ahead = |date: NaiveDate| date - now.date_naive() > MAX_DATE_AHEAD;
        self.for_date.is_some_and(is_ahead) || self.at > now + CLOCK_DIFFERENCE
    }
}

/// The rate that the agent quotes prices with.
#[apply(response)]
#[derive(Copy)]
pub struct EffectiveRate {
    /// Rubles for one unit of the currency.
    pub rate: Rate,
    /// Source of the rate.
    pub source: RateSource,
    /// Time when the rate was fetched. Null for the agent's own rate.
    pub as_of: Option<DateTime<Utc>>,
    /// Whether the rate is too old to quote a price with, or dated in the future.
    pub stale: bool,
}

/// Calculates the effective rate of a policy: the source's rate × (100 + markup) / 100, rounded once to six decimal
/// places, half to even.
pub fn effective_rate(policy: RatePolicy, latest: Option<&SourceRate>, now: DateTime<Utc>) -> Option<EffectiveRate> {
    let Some(lifetime) = policy.source.lifetime() else {
        return policy.fixed.map(|rate| EffectiveRate {
            rate,
            source: RateSource::Fixed,
            as_of: None,
            stale: false,
        });
    };
    let latest = latest.filter(|rate| rate.source == policy.source)?;
    let exact =
        i128::from(latest.rate.millionths()) * i128::from(HUNDRED_PERCENT.saturating_add(policy.markup.millionths()));
    let millionths = i64::try_from(divide_half_even(exact, HUNDRED_PERCENT.into())).ok()?;
    let outdated = latest
        .for_date
        .is_some_and(|date| now.date_naive() - date > MAX_DATE_AGE);
    Some(EffectiveRate {
        rate: Rate::from_millionths(millionths),
        source: policy.source,
        as_of: Some(latest.at),
        stale: outdated || latest.is_in_future(now) || now - latest.at > lifetime,
    })
}

/// The rate of one currency that a client gets.
#[apply(response)]
#[derive(Copy)]
pub struct ClientRate {
    /// Currency that the rate applies to.
    pub base: Currency,
    /// Rate used for quotes, unless it is stale.
    pub effective: EffectiveRate,
}

/// The rate of one currency with its policy and sources.
#[apply(response)]
pub struct RateState {
    /// Currency that the rate applies to.
    pub base: Currency,
    /// The agent's policy. Null if none is set.
    pub policy: Option<RatePolicy>,
    /// Version of the policy. Send it back in `If-Match`. 0 if none is set.
    pub version: i64,
    /// Effective rate of the policy. Null if there is none.
    pub effective: Option<EffectiveRate>,
    /// Latest rate of each source.
    pub sources: Vec<SourceRate>,
}

#[apply(request)]
#[derive(Copy)]
pub struct RatePolicyChange {
    /// Currency that the policy applies to.
    pub base: Currency,
    /// Source of the rate.
    pub source: RateSource,
    /// The agent's own rate. Only for the source `fixed`.
    pub fixed: Option<Rate>,
    /// Percentage added to the rate of the source. Defaults to 0.
    pub markup: Option<Percent>,
}

/// Selects the rate history of a source.
#[apply(request)]
#[derive(Copy, Default)]
pub struct RateHistoryQuery {
    /// Currency. Defaults to CNY.
    pub base: Option<Currency>,
    /// Source. Defaults to the Bank of Russia.
    pub source: Option<RateSource>,
    /// Number of days, 1 to 366. Defaults to 90.
    pub days: Option<i64>,
}

crate::endpoints! {
    rate_endpoints:

    [Rates]
    ShowRates, "show_rates": Get "/agent/settings/rate", Access::Agent(Object::Settings, Level::View), 200;
    "Returns the agent's rates in rubles with their policies and sources.";
    path = (), query = Nothing, body = Nothing => Listing<RateState>;

    ChangeRatePolicy, "change_rate_policy": Patch "/agent/settings/rate",
        Access::Agent(Object::Settings, Level::Edit), 200, versioned = true;
    "Sets the rate policy for a currency.";
    path = (), query = Nothing, body = RatePolicyChange => Listing<RateState>;

    ShowRateHistory, "show_rate_history": Get "/agent/settings/rate/history", Access::Agent(Object::Settings, Level::View), 200;
    "Returns the rates of a source over the last days, oldest first, at most 400 points.";
    path = (), query = RateHistoryQuery, body = Nothing => Listing<SourceRate>;

    ShowClientRates, "show_client_rates": Get "/client/rate", Access::Client(Object::Orders, Level::View), 200;
    "Returns the rates in rubles that the client gets: the agent's, or the client's own. A currency without a rate is omitted.";
    path = (), query = Nothing, body = Nothing => Listing<ClientRate>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn source_rate(source: RateSource, hours_ago: i64) -> SourceRate {
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
    fn markup_is_added_and_rounded_to_six_places() {
        let policy = RatePolicy {
            source: RateSource::Cbr,
            fixed: None,
            markup: Percent::parse("3.3").expect("a percentage"),
        };
        let rate = effective_rate(policy, Some(&source_rate(RateSource::Cbr, 20)), now()).expect("a rate");
        assert_eq!((rate.rate.to_string().as_str(), rate.stale), ("12.566962", false));
        assert_eq!(
            effective_rate(policy, Some(&source_rate(RateSource::Bestchange, 0)), now()),
            None,
            "the rate of another source is ignored"
        );
        assert_eq!(effective_rate(policy, None, now()), None);
    }

    #[test]
    fn own_rate_never_becomes_stale() {
        let policy = RatePolicy {
            source: RateSource::Fixed,
            fixed: Rate::parse("13").ok(),
            markup: Percent::default(),
        };
        assert!(!effective_rate(policy, None, now()).expect("a rate").stale);
    }

    #[test]
    fn old_rate_is_stale() {
        let stale = |latest: SourceRate| {
            let policy = RatePolicy {
                source: latest.source,
                fixed: None,
                markup: Percent::default(),
            };
            effective_rate(policy, Some(&latest), now()).expect("a rate").stale
        };
        assert!(!stale(source_rate(RateSource::Cbr, 24 * 4)) && stale(source_rate(RateSource::Cbr, 24 * 4 + 1)));
        assert!(!stale(source_rate(RateSource::Bestchange, 1)) && stale(source_rate(RateSource::Bestchange, 2)));
        let set_for = |days| SourceRate {
            for_date: Some(now().date_naive() - Duration::days(days)),
            ..source_rate(RateSource::Cbr, 0)
        };
        assert!(!stale(set_for(-1)), "tomorrow's rate is published in the afternoon");
        assert!(!stale(set_for(-3)) && stale(set_for(-4)), "a rate of the future");
        assert!(!stale(source_rate(RateSource::Bestchange, 0)) && stale(source_rate(RateSource::Bestchange, -1)));
        assert!(
            !stale(set_for(11)) && stale(set_for(12)),
            "an old rate that is fetched again stays stale"
        );
    }

    #[test]
    fn effective_rate_rounds_half_to_even() {
        let markup = Percent::parse("50").expect("a half");
        for (millionths, with_markup) in [(1, 2), (3, 4), (5, 8), (7, 10)] {
            let latest = SourceRate {
                rate: Rate::from_millionths(millionths),
                ..source_rate(RateSource::Cbr, 0)
            };
            let policy = RatePolicy {
                source: RateSource::Cbr,
                fixed: None,
                markup,
            };
            let rate = effective_rate(policy, Some(&latest), now()).expect("a rate").rate;
            assert_eq!(rate.millionths(), with_markup, "{millionths}");
        }
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(2000))]
        #[test]
        fn effective_rate_error_is_at_most_half_a_millionth(
            rate in 1..1_000_000_000_000_i64,
            markup in 0..=HUNDRED_PERCENT,
            minutes in 0..20_000_i64,
        ) {
            let latest = SourceRate {
                rate: Rate::from_millionths(rate),
                at: now() - Duration::minutes(minutes),
                ..source_rate(RateSource::Cbr, 0)
            };
            let policy = RatePolicy { source: RateSource::Cbr, fixed: None, markup: Percent::from_millionths(markup) };
            let result = effective_rate(policy, Some(&latest), now()).expect("a rate");
            let exact = i128::from(rate) * i128::from(HUNDRED_PERCENT + markup);
            let off = (i128::from(result.rate.millionths()) * i128::from(HUNDRED_PERCENT) - exact).abs();
            prop_assert!(off * 2 <= i128::from(HUNDRED_PERCENT));
            prop_assert!(result.rate >= latest.rate);
            prop_assert_eq!(result.stale, minutes > 4 * 24 * 60);
        }
    }
}
