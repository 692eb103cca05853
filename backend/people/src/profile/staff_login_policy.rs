//! An agent's requirements for its staff: a second factor at login, and a fresh code for payouts. Stored as settings; the login
//! and the authorization layer read them by their keys.

use books::settings;
use chrono::{DateTime, Utc};
use entities::agent_setting::{self as entity, SettingKey};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::profile::{StaffLoginPolicy, StaffLoginPolicyChange};

pub(super) async fn get(rows: &impl ScopedConnection) -> Result<StaffLoginPolicy, DbErr> {
    let settings = entity::Entity::find().filter(entity::Column::Key.is_in([
        SettingKey::SecondFactor,
        SettingKey::PayoutCode,
        SettingKey::PayoutAuthenticator,
    ]));
    let settings = rows.all(settings).await?;
    let is_on = |key: SettingKey| settings.iter().any(|row| row.key == key && row.value == "true");
    Ok(StaffLoginPolicy {
        second_factor: is_on(SettingKey::SecondFactor),
        payouts: is_on(SettingKey::PayoutCode),
        payout_authenticator: is_on(SettingKey::PayoutAuthenticator),
    })
}

pub(super) async fn update(
    rows: &impl ScopedConnection,
    change: StaffLoginPolicyChange,
    now: DateTime<Utc>,
) -> Result<StaffLoginPolicy, DbErr> {
    let changes = [
        (SettingKey::SecondFactor, change.second_factor),
        (SettingKey::PayoutCode, change.payouts),
        (SettingKey::PayoutAuthenticator, change.payout_authenticator),
    ];
    for (key, value) in changes {
        if let Some(value) = value {
            settings::store_value(rows, key, value.to_string(), now).await?;
        }
    }
    get(rows).await
}
