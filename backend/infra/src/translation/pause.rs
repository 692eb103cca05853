//! Pauses that a provider asks for. All replicas keep them.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use entities::translation_pause::{self as pause, PauseReason};
use platform::{
    config::TranslationProvider,
    scope::{ScopedConnection, SystemScope},
};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::OnConflict};

/// The pause of a provider, if it is not over.
pub(super) async fn current(
    system: &SystemScope,
    provider: TranslationProvider,
    now: DateTime<Utc>,
) -> Result<Option<pause::Model>, DbErr> {
    let select = pause::Entity::find()
        .filter(pause::Column::Provider.eq(provider))
        .filter(pause::Column::Until.gt(now));
    system.one(select).await
}

/// Starts a pause, or replaces the one before.
pub(super) async fn start(
    system: &SystemScope,
    provider: TranslationProvider,
    reason: PauseReason,
    until: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = pause::ActiveModel {
        id: NotSet,
        provider: Set(provider),
        reason: Set(reason),
        until: Set(until),
    };
    let conflict = OnConflict::column(pause::Column::Provider)
        .update_columns([pause::Column::Reason, pause::Column::Until])
        .to_owned();
    system.insert_many([row], Some(conflict)).await
}

/// The first moment of the next month in UTC, when quotas of providers start again.
pub(super) fn next_month(now: DateTime<Utc>) -> DateTime<Utc> {
    let (year, month) = if now.month() == 12 {
        (now.year() + 1, 1)
    } else {
        (now.year(), now.month() + 1)
    };
    NaiveDate::from_ymd_opt(year, month, 1)
        .and_then(|day| day.and_hms_opt(0, 0, 0))
        .map_or(now, |start| start.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_month_begins_on_its_first_day() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        assert_eq!(next_month(at("2026-11-23T10:00:00Z")), at("2026-12-01T00:00:00Z"));
        assert_eq!(next_month(at("2026-12-31T23:59:59Z")), at("2027-01-01T00:00:00Z"));
    }
}
