//! What an agent requires of its staff: a second factor at login, and a fresh code for payouts. Stored as settings; the login
//! and the authorization layer read them by their keys.

use books::settings;
use chrono::{DateTime, Utc};
use entities::agent_setting as entity;
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::profile::{StaffLoginPolicy, StaffLoginPolicyChange};

const SECOND_FACTOR: &str = "second_factor";
const PAYOUT_CODE: &str = "payout_code";
const PAYOUT_AUTHENTICATOR: &str = "payout_authenticator";

pub(super) async fn get(rows: &impl ScopedConnection) -> Result<StaffLoginPolicy, DbErr> {
    let settings = entity::Entity::find().filter(entity::Column::Key.is_in([
        SECOND_FACTOR,
        PAYOUT_CODE,
        PAYOUT_AUTHENTICATOR,
    ]));
    let settings = rows.all(settings).await?;
    let is_on = |key: &str| settings.iter().any(|row| row.key == key && row.value == "true");
    Ok(StaffLoginPolicy {
        second_factor: is_on(SECOND_FACTOR),
        payouts: is_on(PAYOUT_CODE),
        payout_authenticator: is_on(PAYOUT_AUTHENTICATOR),
    })
}

pub(super) async fn update(
    rows: &impl ScopedConnection,
    change: StaffLoginPolicyChange,
    now: DateTime<Utc>,
) -> Result<StaffLoginPolicy, DbErr> {
    for (key, value) in [
        (SECOND_FACTOR, change.second_factor),
        (PAYOUT_CODE, change.payouts),
        (PAYOUT_AUTHENTICATOR, change.payout_authenticator),
    ] {
        if let Some(value) = value {
            settings::store_value(rows, key, value.to_string(), now).await?;
        }
    }
    get(rows).await
}
