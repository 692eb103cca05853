//! Fetching of rates, by commands and by scheduled jobs.

use super::{bestchange, cbr};
use crate::rates::jump_check;
use platform::{
    http_client::{self, OutsideSystem},
    state::AppState,
};
use shared_types::{
    money::Currency,
    rates::{RateSource, SourceRate},
};
use std::time::Duration;

/// The name of the job and the command that fetch from the Bank of Russia.
pub const FETCH_CBR: &str = "rates:fetch-cbr";
/// The name of the job and the command that fetch from `BestChange`.
pub const FETCH_BESTCHANGE: &str = "bestchange:fetch";

/// A source of rates. The list of all exchangers is large.
const fn source(name: &'static str) -> OutsideSystem {
    OutsideSystem {
        name,
        timeout: Duration::from_secs(10),
        max_answer: 16 << 20,
    }
}

/// The Bank of Russia.
pub const CBR: OutsideSystem = source("cbr");
/// `BestChange`.
pub const BESTCHANGE: OutsideSystem = source("bestchange");

/// Why a fetch stored no rates, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The source did not return its rates: the job is retried soon.
    #[error("{0}")]
    Unavailable(String),
    /// A rate jumped. A retry would return the same rate, so the next fetch is the scheduled one.
    #[error("{0}")]
    Unconfirmed(String),
}

impl From<String> for FetchError {
    fn from(message: String) -> Self {
        Self::Unavailable(message)
    }
}

async fn download(state: &AppState, system: &OutsideSystem, address: &str) -> Result<Vec<u8>, String> {
    let client = http_client::shared().map_err(|error| error.to_string())?;
    // The URL contains the API key, so errors are reported without it.
    let request = client
        .get(address)
        .header("accept", "application/xml, application/json");
    let answer = http_client::call(state, system, request).await;
    let answer = answer.map_err(|error| error.to_string())?;
    if !answer.status.is_success() {
        return Err(format!("the source responded with status {}", answer.status.as_u16()));
    }
    Ok(answer.body)
}

/// Checks and stores each rate separately, so an error in one currency does not affect the others.
///
/// Returns a summary for the log or the terminal.
async fn store_rates(
    state: &AppState,
    name: &str,
    rates: Vec<(Currency, Result<SourceRate, String>)>,
) -> Result<String, FetchError> {
    let (mut parts, mut unavailable, mut unconfirmed) = (Vec::new(), false, false);
    for (base, fetched) in rates {
        let code = base.code();
        let now = state.clock.now();
        let fetched = match fetched {
            Ok(fetched) if fetched.is_in_future(now) => {
                unavailable = true;
                parts.push(format!("{code}: dated in the future ({})", fetched.detail));
                continue;
            }
            Ok(fetched) => fetched,
            Err(error) => {
                unavailable = true;
                parts.push(format!("{code}: {error}"));
                continue;
            }
        };
        let rate = fetched.rate;
        match jump_check::accept(&state.system(), &fetched).await {
            Ok(jump_check::Outcome::Accepted) => parts.push(format!("{code} {rate} ({})", fetched.detail)),
            Ok(jump_check::Outcome::Unconfirmed { last, times }) => {
                unconfirmed = true;
                metrics::counter!("karavan_rates_refused_total", "source" => fetched.source.as_str()).increment(1);
                parts.push(format!(
                    "{code} jumped from {last} to {rate}: fetched {times} of {} times",
                    jump_check::REQUIRED_FETCHES
                ));
            }
            Err(error) => {
                unavailable = true;
                parts.push(format!("{code}: {error}"));
            }
        }
    }
    let summary = format!("{name}: {}", parts.join("; "));
    if unavailable {
        Err(FetchError::Unavailable(summary))
    } else if unconfirmed {
        Err(FetchError::Unconfirmed(summary))
    } else {
        Ok(summary)
    }
}

/// Fetches the CNY and USD rates of the Bank of Russia in one request.
pub async fn fetch_cbr(state: AppState) -> Result<String, FetchError> {
    let bytes = download(&state, &CBR, &state.config.rates.cbr_url).await?;
    let document = cbr::parse(&bytes)?;
    let rates = document.rates.into_iter().map(|(base, rate)| {
        let fetched = SourceRate {
            source: RateSource::Cbr,
            base,
            rate,
            at: state.clock.now(),
            for_date: Some(document.date),
            detail: document.date.format("%d.%m.%Y").to_string(),
        };
        (base, Ok(fetched))
    });
    store_rates(&state, "Bank of Russia", rates.collect()).await
}

/// Fetches the mean rates of exchangers for all configured pairs: one request for the exchangers, one for the rates.
pub async fn fetch_bestchange(state: AppState) -> Result<String, FetchError> {
    let config = &state.config.rates;
    let Some(key) = config.bestchange_key.as_deref() else {
        return Err("BESTCHANGE_KEY is not set, so BestChange is not asked"
            .to_owned()
            .into());
    };
    let pairs: Vec<&str> = config.bestchange_pairs.iter().map(|(_, pair)| pair.as_str()).collect();
    let changers = format!("{}/{key}/changers/en", config.bestchange_url);
    let changers_response = download(&state, &BESTCHANGE, &changers).await?;
    let rates = format!("{}/{key}/rates/{}", config.bestchange_url, pairs.join("+"));
    let rates_response = download(&state, &BESTCHANGE, &rates).await?;
    let rates = config.bestchange_pairs.iter().map(|(base, pair)| {
        let fetched =
            bestchange::mean_rate(&rates_response, &changers_response, pair, config.bestchange_top).map(|mean| {
                SourceRate {
                    source: RateSource::Bestchange,
                    base: *base,
                    rate: mean.rate,
                    at: state.clock.now(),
                    for_date: None,
                    detail: mean.detail(config.bestchange_top),
                }
            });
        (*base, fetched)
    });
    store_rates(&state, "BestChange", rates.collect()).await
}
