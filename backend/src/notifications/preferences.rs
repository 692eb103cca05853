//! Which notifications a person gets, and through which messengers.

use super::recipients;
use entities::notification_preference as preference;
use infra::messengers::{self, Bot as _, Messenger};
use platform::{
    config::Config,
    scope::{ScopedConnection, SystemScope, UserScope},
};
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    notifications::*,
    phone::Phone,
};

/// A person's preferences for the notifications of one side.
pub(super) async fn get(
    system: &SystemScope,
    rows: &UserScope,
    config: &Config,
    guard: Guard,
    phone: &Phone,
) -> Result<NoticePreferences, DbErr> {
    let contacts = messengers::contacts_of_phone(system, phone).await?;
    let channels: Vec<LinkedChannel> = Messenger::ALL
        .into_iter()
        .filter(|messenger| messenger.is_enabled(config))
        .map(|messenger| LinkedChannel {
            channel: recipients::channel_of(messenger),
            linked: contacts
                .iter()
                .any(|contact| contact.messenger == messenger && contact.blocked_at.is_none()),
        })
        .collect();
    let linked: Vec<NoticeChannel> = channels
        .iter()
        .filter(|channel| channel.linked)
        .map(|channel| channel.channel)
        .collect();
    let chosen = rows.all(preference::Entity::find()).await?;
    let wanted = |notice: Notice, channel: NoticeChannel| {
        let choice = chosen
            .iter()
            .find(|row| row.event == notice && row.channel == channel)
            .map(|row| row.enabled);
        is_channel_enabled(channel, &linked, choice) || (!linked.contains(&channel) && choice == Some(true))
    };
    let notices = Notice::for_guard(guard).map(|notice| NoticePreference {
        notice,
        channels: NoticeChannel::ALL
            .into_iter()
            .filter(|channel| wanted(notice, *channel))
            .collect(),
    });
    Ok(NoticePreferences {
        notices: notices.collect(),
        channels,
    })
}

/// Validates choices: only notifications of the side, each with each channel at most once.
pub(super) fn validate(guard: Guard, choices: &NoticeChoices) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if choices.choices.len() > Notice::ALL.len() * NoticeChannel::ALL.len() {
        errors.add("choices", Rule::TooMany(Notice::ALL.len() * NoticeChannel::ALL.len()));
    }
    for (index, choice) in choices.choices.iter().enumerate() {
        let is_repeated = choices.choices[..index]
            .iter()
            .any(|former| (former.notice, former.channel) == (choice.notice, choice.channel));
        if is_repeated || choice.notice.guard() != guard {
            errors.add(&format!("choices.{index}.notice"), Rule::UnknownValue);
        }
    }
    errors.into_result(())
}

/// Stores choices.
pub(super) async fn save(rows: &impl ScopedConnection, choices: &NoticeChoices) -> Result<(), DbErr> {
    let conflict = OnConflict::columns([
        preference::Column::UserId,
        preference::Column::Event,
        preference::Column::Channel,
    ])
    .update_column(preference::Column::Enabled)
    .to_owned();
    let chosen = choices.choices.iter().map(|choice| preference::ActiveModel {
        id: NotSet,
        user_id: NotSet,
        event: Set(choice.notice),
        channel: Set(choice.channel),
        enabled: Set(choice.enabled),
    });
    let chosen: Vec<_> = chosen.collect();
    rows.insert_many(chosen, Some(conflict)).await
}
