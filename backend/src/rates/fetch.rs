//! Fetching: as commands and as jobs of the schedule.

use super::{bestchange, cbr, store};
use crate::platform::state::AppState;
use shared_types::{
    fixed::Rate,
    money::Currency,
    rates::{RateSource, SourceRate},
};
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The job and the command of the Bank of Russia.
pub const FETCH_CBR: &str = "rates:fetch-cbr";
/// The job and the command of `BestChange`.
pub const FETCH_BESTCHANGE: &str = "bestchange:fetch";

const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Largest answer, in bytes.
const LARGEST: usize = 16 << 20;
/// Times a jump must be told before it is believed.
const BELIEVED: i64 = 3;

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

/// How often such a rate was told since the last one that was taken; one that differs begins anew.
fn doubts(key: &str, millionths: i64) -> i64 {
    static TOLD: Mutex<BTreeMap<String, (i64, i64)>> = Mutex::new(BTreeMap::new());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let (rate, times) = told.entry(key.to_owned()).or_insert((millionths, 0));
    if (*rate - millionths).abs() > *rate / 100 {
        (*rate, *times) = (millionths, 0);
    }
    *times += 1;
    *times
}

/// Keeps a rate unless it jumps: then the last good one stays until the new one was told often enough.
async fn accept(
    state: &AppState,
    source: RateSource,
    base: Currency,
    rate: Rate,
    detail: String,
) -> Result<(), String> {
    let system = state.system();
    let now = state.clock.now();
    let failed = |error: sea_orm::DbErr| error.to_string();
    if let Some(last) = store::last(&system, source, base).await.map_err(failed)?
        && store::jumps(last.rate, rate)
    {
        let seen = doubts(&format!("{}:{}", source.as_str(), base.code()), rate.millionths());
        if seen < BELIEVED {
            metrics::counter!("karavan_rates_refused_total", "source" => source.as_str()).increment(1);
            return Err(format!(
                "{} jumped from {} to {rate}: told {seen} of {BELIEVED} times",
                base.code(),
                last.rate
            ));
        }
    }
    let told = SourceRate {
        source,
        base,
        rate,
        at: now,
        detail,
    };
    store::keep(&system, &told).await.map_err(failed)
}

/// Fetches CNY and USD of the Bank of Russia in one request.
pub async fn fetch_cbr(state: AppState) -> Result<String, String> {
    let bytes = get(&state.config.rates.cbr_url).await?;
    let (date, rates) = cbr::read(&bytes)?;
    let mut told = Vec::new();
    for (currency, rate) in rates {
        accept(&state, RateSource::Cbr, currency, rate, date.clone()).await?;
        told.push(format!("{} {rate}", currency.code()));
    }
    Ok(format!("Bank of Russia, {date}: {}", told.join(", ")))
}

/// Fetches the mean of exchangers for each pair that is configured.
pub async fn fetch_bestchange(state: AppState) -> Result<String, String> {
    let rates = &state.config.rates;
    let Some(key) = rates.bestchange_key.as_deref() else {
        return Err("BESTCHANGE_KEY is not set".to_owned());
    };
    let changers = get(&format!("{}/{key}/changers/en", rates.bestchange_url)).await?;
    let mut told = Vec::new();
    for (currency, pair) in &rates.bestchange_pairs {
        let answer = get(&format!("{}/{key}/rates/{pair}", rates.bestchange_url)).await?;
        let (rate, count) = bestchange::read(&answer, &changers, pair)?;
        let detail = format!("{count} / {}", bestchange::BEST);
        accept(&state, RateSource::Bestchange, *currency, rate, detail).await?;
        told.push(format!("{} {rate} of {count}", currency.code()));
    }
    Ok(format!("BestChange: {}", told.join(", ")))
}
