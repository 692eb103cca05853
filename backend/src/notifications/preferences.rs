//! Which notifications a person gets, and through which channels.

use super::channels::{self, Person, PersonChannels};
use entities::{notification_preference as preference, user};
use infra::{
    emails,
    messengers::{self, Bot as _, Messenger},
};
use platform::{
    auth::Caller,
    config::Config,
    scope::{ScopedConnection, SystemScope, UserScope},
    state::AppState,
};
use sea_orm::{
    ActiveValue::{self, NotSet},
    DbErr, Set,
    entity::prelude::*,
    sea_query::OnConflict,
};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    id::UserId,
    notifications::*,
};
use std::collections::BTreeMap;

/// The settings that decide the channels of a person's notifications.
pub(super) struct PersonChoices {
    channels: PersonChannels,
    chosen: BTreeMap<(Notice, NoticeChannel), bool>,
}

impl PersonChoices {
    pub(super) async fn load(state: &AppState, rows: &UserScope, caller: &Caller) -> Result<Self, DbErr> {
        let system = &state.system();
        let select = Person::select(caller.agent_id, caller.guard(), state.clock.now());
        let select = select.filter(user::Column::Id.eq(caller.user_id));
        let Some(person) = system.one_as::<_, Person>(select).await? else {
            return Err(DbErr::RecordNotFound("user".to_owned()));
        };
        let contacts = messengers::contacts_of_phone(system, &person.phone).await?;
        let chosen = rows.all(preference::Entity::find()).await?.into_iter();
        Ok(Self {
            channels: PersonChannels::new(&state.config, &person, &contacts, &[]),
            chosen: chosen.map(|row| ((row.event, row.channel), row.enabled)).collect(),
        })
    }

    fn route(&self, choice: impl Fn(NoticeChannel) -> Option<bool>) -> Route {
        route_notice(|channel| self.channels.state(channel), self.channels.preferred, choice)
    }

    fn route_of(&self, notice: Notice) -> Route {
        self.route(|channel| self.chosen.get(&(notice, channel)).copied())
    }

    /// Completes choices: a channel that was only shown as chosen, because it is the default one, stays on when another one is added.
    pub(super) fn complete(&mut self, choices: &NoticeChoices) -> NoticeChoices {
        let mut complete: BTreeMap<(Notice, NoticeChannel), bool> = BTreeMap::new();
        for choice in &choices.choices {
            for shown in self.route_of(choice.notice).chosen {
                complete.insert((choice.notice, shown), true);
            }
        }
        let given = choices.choices.iter();
        complete.extend(given.map(|choice| ((choice.notice, choice.channel), choice.enabled)));
        self.chosen.extend(&complete);
        let choices = complete.into_iter().map(|((notice, channel), enabled)| NoticeChoice {
            notice,
            channel,
            enabled,
        });
        NoticeChoices {
            choices: choices.collect(),
        }
    }

    /// E-mail is tried again, even if the address refused the last one.
    pub(super) const fn forget_failure(&mut self) {
        self.channels.is_email_failing = false;
    }

    /// The preferences for the notifications of one side.
    pub(super) fn view(&self, config: &Config, guard: Guard) -> NoticePreferences {
        let messengers = Messenger::ALL
            .into_iter()
            .filter(|messenger| messenger.is_enabled(config))
            .map(channels::channel_of);
        let email = emails::is_enabled(config).then_some(NoticeChannel::Email);
        let channels = messengers
            .chain(email)
            .chain([NoticeChannel::Browser])
            .map(|channel| LinkedChannel {
                channel,
                linked: self.channels.state(channel) != ChannelState::NotLinked,
                failing: self.channels.state(channel) == ChannelState::Failing,
            });
        let notices = Notice::for_guard(guard).map(|notice| {
            let route = self.route_of(notice);
            NoticePreference {
                notice,
                channels: route.chosen,
                used: route.used,
            }
        });
        NoticePreferences {
            channels: channels.collect(),
            default_channel: self.route(|_| None).chosen.first().copied(),
            notices: notices.collect(),
        }
    }
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
    write(rows, NotSet, choices).await
}

/// Stores the choices of a person who is not logged in.
pub(super) async fn save_for(system: &SystemScope, user_id: UserId, choices: &NoticeChoices) -> Result<(), DbErr> {
    write(system, Set(user_id), choices).await
}

async fn write(
    rows: &impl ScopedConnection,
    user_id: ActiveValue<UserId>,
    choices: &NoticeChoices,
) -> Result<(), DbErr> {
    let conflict = OnConflict::columns([
        preference::Column::UserId,
        preference::Column::Event,
        preference::Column::Channel,
    ])
    .update_column(preference::Column::Enabled)
    .to_owned();
    let chosen = choices.choices.iter().map(|choice| preference::ActiveModel {
        id: NotSet,
        user_id: user_id.clone(),
        event: Set(choice.notice),
        channel: Set(choice.channel),
        enabled: Set(choice.enabled),
    });
    let chosen: Vec<_> = chosen.collect();
    rows.insert_many(chosen, Some(conflict)).await
}
