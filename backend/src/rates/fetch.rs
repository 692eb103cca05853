//! Fetching: as commands and as jobs of the schedule.

use super::{bestchange, cbr, doubts};
use crate::platform::state::AppState;
use shared_types::{
    money::Currency,
    rates::{RateSource, SourceRate},
};
use std::time::Duration;

/// The job and the command of the Bank of Russia.
pub const FETCH_CBR: &str = "rates:fetch-cbr";
/// The job and the command of `BestChange`.
pub const FETCH_BESTCHANGE: &str = "bestchange:fetch";

const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Largest answer, in bytes.
const LARGEST: usize = 16 << 20;

/// Why a fetch brought no new rate, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The source did not tell its rates: worth another try soon.
    #[error("{0}")]
    Unavailable(String),
    /// A rate jumped. Asking again at once would only hear it again; the schedule asks in its time.
    #[error("{0}")]
    Doubted(String),
}

impl From<String> for FetchError {
    fn from(sentence: String) -> Self {
        Self::Unavailable(sentence)
    }
}

async fn get(address: &str) -> Result<Vec<u8>, String> {
    let client = reqwest::Client::builder()
        .timeout(TIME_LIMIT)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("Karavan/", env!("CARGO_PKG_VERSION"), " (rates)"))
        .build()
        .map_err(|error| error.to_string())?;
    // The key stands in the address, so the address stays out of what is told.
    let mut answer = client
        .get(address)
        .header("accept", "application/xml, application/json")
        .send()
        .await
        .map_err(|error| error.without_url().to_string())?;
    if !answer.status().is_success() {
        return Err(format!("the source answered {}", answer.status().as_u16()));
    }
    let mut bytes = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|error| error.without_url().to_string())? {
        bytes.extend_from_slice(&part);
        if bytes.len() > LARGEST {
            return Err("the answer is too large".to_owned());
        }
    }
    Ok(bytes)
}

/// Takes each rate by itself: what is wrong with one currency does not hold back another.
async fn take(
    state: &AppState,
    name: &str,
    rates: Vec<(Currency, Result<SourceRate, String>)>,
) -> Result<String, FetchError> {
    let (mut sentences, mut unavailable, mut doubted) = (Vec::new(), false, false);
    for (base, told) in rates {
        let code = base.code();
        let told = match told {
            Ok(told) => told,
            Err(error) => {
                unavailable = true;
                sentences.push(format!("{code}: {error}"));
                continue;
            }
        };
        let rate = told.rate;
        match doubts::accept(&state.system(), &told).await {
            Ok(doubts::Verdict::Kept) => sentences.push(format!("{code} {rate} ({})", told.detail)),
            Ok(doubts::Verdict::Doubted { last, times }) => {
                doubted = true;
                metrics::counter!("karavan_rates_refused_total", "source" => told.source.as_str()).increment(1);
                sentences.push(format!(
                    "{code} jumped from {last} to {rate}: told {times} of {} times",
                    doubts::BELIEVED
                ));
            }
            Err(error) => return Err(error.to_string().into()),
        }
    }
    let sentence = format!("{name}: {}", sentences.join("; "));
    if unavailable {
        Err(FetchError::Unavailable(sentence))
    } else if doubted {
        Err(FetchError::Doubted(sentence))
    } else {
        Ok(sentence)
    }
}

/// Fetches CNY and USD of the Bank of Russia in one request.
pub async fn fetch_cbr(state: AppState) -> Result<String, FetchError> {
    let bytes = get(&state.config.rates.cbr_url).await?;
    let set = cbr::read(&bytes)?;
    let rates = set.rates.into_iter().map(|(base, rate)| {
        let told = SourceRate {
            source: RateSource::Cbr,
            base,
            rate,
            at: state.clock.now(),
            for_date: Some(set.date),
            detail: set.date.format("%d.%m.%Y").to_string(),
        };
        (base, Ok(told))
    });
    take(&state, "Bank of Russia", rates.collect()).await
}

/// Fetches the mean of exchangers for each pair that is configured, all pairs in one request.
pub async fn fetch_bestchange(state: AppState) -> Result<String, FetchError> {
    let config = &state.config.rates;
    let Some(key) = config.bestchange_key.as_deref() else {
        return Err("BESTCHANGE_KEY is not set, so BestChange is not asked"
            .to_owned()
            .into());
    };
    let pairs: Vec<&str> = config.bestchange_pairs.iter().map(|(_, pair)| pair.as_str()).collect();
    let changers = get(&format!("{}/{key}/changers/en", config.bestchange_url)).await?;
    let answer = get(&format!("{}/{key}/rates/{}", config.bestchange_url, pairs.join("+"))).await?;
    let rates = config.bestchange_pairs.iter().map(|(base, pair)| {
        let told = bestchange::read(&answer, &changers, pair, config.bestchange_top).map(|mean| SourceRate {
            source: RateSource::Bestchange,
            base: *base,
            rate: mean.rate,
            at: state.clock.now(),
            for_date: None,
            detail: mean.detail(config.bestchange_top),
        });
        (*base, told)
    });
    take(&state, "BestChange", rates.collect()).await
}
