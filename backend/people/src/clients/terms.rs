//! The general terms, and the terms of one client.

use books::{
    rates,
    settings::{client_terms, commission},
};
use chrono::{DateTime, Utc};
use entities::client;
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::DbErr;
use shared_types::clients::ClientTerms;

/// Loads the terms. Takes four statements.
pub(super) async fn load(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    client: &client::Model,
    now: DateTime<Utc>,
) -> Result<ClientTerms, DbErr> {
    let own = client.rates.as_deref().map_or(&[][..], Vec::as_slice);
    let general = client_terms::general_terms(rows).await?;
    Ok(ClientTerms {
        rates: rates::compare(rows, system, own, now).await?,
        general_commission: commission(rows).await?,
        rubles: general.payments.rubles,
        yuan: general.payments.yuan,
        cash_on_receipt: general.payments.cash_on_receipt,
        self_buyout: general.self_buyout.enabled,
        limits: general.limits,
    })
}
