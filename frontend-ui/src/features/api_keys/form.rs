//! The dialogs that create, change and roll a key.

use super::{rights::rights_table, texts::KeyTexts};
use crate::{
    components::TextArea,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::api_keys::{
    ApiKey, ApiKeyChange, ApiKeyRoll, ChangeApiKey, CreateApiKey, CreatedApiKey, KeyRights, NewApiKey, RollApiKey,
    limits::DEFAULT_DAYS,
};
use std::iter;

/// The lifetimes that are offered, in days.
const LIFETIMES: [i64; 4] = [30, 90, DEFAULT_DAYS, 730];
/// The overlaps that are offered, in hours.
const OVERLAPS: [i64; 3] = [1, 24, 168];
/// The choice of a key without expiry.
const NEVER: &str = "never";

/// The lines of a text that are not empty.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// The dialog of a new key, or of the key to change.
pub(super) fn key_dialog(
    key: Option<ApiKey>,
    created: Callback<CreatedApiKey>,
    changed: Callback<()>,
    close: Callback<()>,
) -> AnyView {
    let id = key.as_ref().map(|key| key.id);
    let text_of = |values: Option<&Vec<String>>| RwSignal::new(values.map(|all| all.join("\n")).unwrap_or_default());
    let name = RwSignal::new(key.as_ref().map(|key| key.name.clone()).unwrap_or_default());
    let networks = text_of(key.as_ref().map(|key| &key.networks));
    let origins = text_of(key.as_ref().map(|key| &key.origins));
    let rights = RwSignal::new(key.map(|key| key.rights).unwrap_or_default());
    let lifetime = RwSignal::new(DEFAULT_DAYS.to_string());
    let action = use_action();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let (name, rights): (String, KeyRights) = (name.get_untracked(), rights.get_untracked());
        let (networks, origins) = (lines(&networks.get_untracked()), lines(&origins.get_untracked()));
        if let Some(id) = id {
            let change = ApiKeyChange {
                name: Some(name),
                rights: Some(rights),
                networks: Some(networks),
                origins: Some(origins),
            };
            action.run(api::call::<ChangeApiKey>((id,), change), move |_| {
                close.try_run(());
                changed.try_run(());
            });
        } else {
            let lifetime = lifetime.get_untracked();
            let new = NewApiKey {
                name,
                rights,
                networks,
                origins,
                expires_in_days: lifetime.parse().ok(),
                never_expires: lifetime == NEVER,
            };
            action.run(api::call::<CreateApiKey>((), new), move |answer| {
                close.try_run(());
                created.try_run(answer);
            });
        }
    };
    let lifetimes = Signal::stored(
        LIFETIMES
            .map(|days| (days.to_string(), counted(days, Counted::Days)))
            .into_iter()
            .chain(iter::once((NEVER.to_owned(), t(KeyTexts::NoExpiry).to_owned())))
            .collect::<Vec<_>>(),
    );
    let title = if id.is_some() { KeyTexts::Edit } else { KeyTexts::New };
    any_view! {
        <Dialog title=t(title) close=close wide=true>
            <form class="key-form" on:submit=send>
                <ErrorNote error=action />
                <div class="token-form">
                    <Field name="name" label=t(KeyTexts::Program) value=name error=action required=true />
                    {id
                        .is_none()
                        .then(|| {
                            view! {
                                <SelectField
                                    name="expires_in_days"
                                    label=t(KeyTexts::Lifetime)
                                    value=lifetime
                                    options=lifetimes
                                />
                            }
                        })}
                </div>
                {rights_table(rights)}
                <TextArea name="networks" label=t(KeyTexts::Networks) value=networks error=action rows=2 />
                <TextArea name="origins" label=t(KeyTexts::Origins) value=origins error=action rows=2 />
                <div class="row">
                    <button class="button primary" data-testid="save-key" disabled=move || action.is_busy()>
                        {t(if id.is_some() { Text::Save } else { Text::Create })}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The dialog that replaces a key by one with a new secret.
pub(super) fn roll_dialog(key: ApiKey, created: Callback<CreatedApiKey>, close: Callback<()>) -> AnyView {
    let overlap = RwSignal::new(OVERLAPS[1].to_string());
    let action = use_action();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let roll = ApiKeyRoll {
            overlap_hours: overlap.get_untracked().parse().unwrap_or_default(),
        };
        action.run(api::call::<RollApiKey>((key.id,), roll), move |answer| {
            close.try_run(());
            created.try_run(answer);
        });
    };
    let overlaps = Signal::stored(
        iter::once(("0".to_owned(), t(KeyTexts::NotAtAll).to_owned()))
            .chain(OVERLAPS.map(|hours| {
                let text = match hours {
                    hours if hours > 24 => counted(hours / 24, Counted::Days),
                    hours => counted(hours, Counted::Hours),
                };
                (hours.to_string(), text)
            }))
            .collect::<Vec<_>>(),
    );
    any_view! {
        <Dialog title=format!("{}: {}", t(KeyTexts::RollTitle), key.name) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <p class="muted">{t(KeyTexts::RollHint)}</p>
                <SelectField name="overlap_hours" label=t(KeyTexts::Overlap) value=overlap options=overlaps />
                <div class="row">
                    <button class="button primary" data-testid="roll-key" disabled=move || action.is_busy()>
                        {t(KeyTexts::Roll)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
