//! The keys of programs, which both cabinets show in their settings.

mod form;
mod rights;
mod texts;

use crate::{features::clipboard::shown_once, prelude::*};
use form::{key_dialog, roll_dialog};
use shared_types::api_keys::{ApiKey, ApiKeyQuery, CreatedApiKey, KeyEnvironment, ListApiKeys, RevokeApiKey};
pub use texts::KeyTexts;

/// A dialog with its key.
#[derive(Clone)]
enum OpenDialog {
    New,
    Change(ApiKey),
    Roll(ApiKey),
}

/// State that the rows share.
#[derive(Clone, Copy)]
struct KeysState {
    dialog: RwSignal<Option<OpenDialog>>,
    /// The text of a key that was just created.
    plaintext: RwSignal<Option<String>>,
    action: Action,
    reload: Callback<()>,
}

/// The keys of the cabinet, and the dialogs for them.
#[component]
pub fn ApiKeys() -> impl IntoView {
    let keys = use_list(
        &[],
        |key: &ApiKey| key.id.0,
        |cursor| api::get::<ListApiKeys>(ApiKeyQuery { cursor, limit: None }),
    );
    let reload = Callback::new(move |()| keys.reload());
    let state = KeysState {
        dialog: RwSignal::new(None),
        plaintext: RwSignal::new(None),
        action: use_action().reloading(move || reload.run(())),
        reload,
    };
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let close = Callback::new(move |()| state.dialog.set(None));
    let created = Callback::new(move |created: CreatedApiKey| {
        state.plaintext.set(Some(created.plaintext));
        state.reload.run(());
    });
    let dialog = move || {
        state.dialog.get().map(|open| match open {
            OpenDialog::New => key_dialog(None, created, reload, close),
            OpenDialog::Change(key) => key_dialog(Some(key), created, reload, close),
            OpenDialog::Roll(key) => roll_dialog(key, created, close),
        })
    };
    let create = may_edit.then(|| {
        view! {
            <button
                type="button"
                class="button primary"
                data-testid="new-key"
                on:click=move |_| state.dialog.set(Some(OpenDialog::New))
            >
                {t(KeyTexts::New)}
            </button>
        }
    });
    let no_keys = || {
        any_view! {
            <p class="muted" data-testid="no-keys">
                {t(KeyTexts::None)}
            </p>
        }
    };
    let rows = move || {
        let rows = keys.rows().view(move |key| row(state, key, may_edit));
        any_view! {
            <ul class="tokens">{rows}</ul>
            {keys.more_button()}
        }
    };
    any_view! {
        <section class="card api-keys" aria-labelledby="api-keys-title">
            <div class="section-head">
                <h2 id="api-keys-title">{t(KeyTexts::Title)}</h2>
                {create}
            </div>
            <p class="muted">
                {t(KeyTexts::Hint)} " " <a href="/api/docs" target="_blank" rel="noreferrer">
                    {t(KeyTexts::Documentation)}
                </a>
            </p>
            <ErrorNote error=state.action />
            {move || state.plaintext.get().map(|key| shown_once(t(KeyTexts::ShownOnce), key, "plaintext-key"))}
            {keys.view(Skeleton::Line, no_keys, rows)}
            {dialog}
        </section>
    }
}

/// When and why the key ends or ended, and whether it works.
fn end_of(key: &ApiKey) -> (String, bool) {
    if let Some(reason) = key.revoke_reason {
        return (texts::end_text(reason).to_owned(), false);
    }
    match key.expires_at {
        None => (t(KeyTexts::NoExpiry).to_owned(), true),
        Some(at) => {
            let is_valid = at > format::now();
            let text = if is_valid {
                KeyTexts::ValidUntil
            } else {
                KeyTexts::Expired
            };
            (format!("{} {}", t(text), format::day(at)), is_valid)
        }
    }
}

fn row(state: KeysState, key: ApiKey, may_edit: bool) -> AnyView {
    let (end, is_valid) = end_of(&key);
    let used = key.last_used_at.map_or_else(
        || t(Text::NeverUsed).to_owned(),
        |at| {
            let address = key.last_ip.as_deref().unwrap_or_default();
            format!("{} · {address}", format::date_time(at))
        },
    );
    let maker = (!key.maker.is_caller).then(|| {
        let name = key.maker.name.clone();
        view! { <small class="muted">{t(KeyTexts::Maker)} ": " <bdi>{name}</bdi></small> }
    });
    let places: Vec<String> = key.networks.iter().chain(&key.origins).cloned().collect();
    let test =
        (key.environment == KeyEnvironment::Test).then(|| view! { <span class="tag">{t(KeyTexts::Test)}</span> });
    any_view! {
        <li class="token" class:ended=!is_valid data-testid="key">
            <span class="key-facts">
                <strong dir="auto">{key.name.clone()} {test}</strong>
                <code>{key.start.clone()} "…" {key.last_characters.clone()}</code>
                <small>{rights::summary(&key.rights)}</small>
                <small class="muted">{t(Text::LastUsed)} ": " {used}</small>
                <small class="muted" data-testid="key-end">
                    {end}
                </small>
                {(!places.is_empty()).then(|| view! { <small class="muted">{places.join(", ")}</small> })}
                {maker}
            </span>
            {(is_valid && may_edit).then(|| buttons(state, key))}
        </li>
    }
}

fn buttons(state: KeysState, key: ApiKey) -> AnyView {
    let own = key.maker.is_caller.then(|| {
        let (changed, rolled) = (key.clone(), key.clone());
        view! {
            <button
                type="button"
                class="button"
                data-testid="change-key"
                on:click=move |_| state.dialog.set(Some(OpenDialog::Change(changed.clone())))
            >
                {t(KeyTexts::Change)}
            </button>
            <button
                type="button"
                class="button"
                data-testid="open-roll"
                on:click=move |_| state.dialog.set(Some(OpenDialog::Roll(rolled.clone())))
            >
                {t(KeyTexts::Roll)}
            </button>
        }
    });
    let may_revoke = key.maker.is_caller || current_user().may(Object::Settings, Level::Manage);
    let revoke = move |_| {
        let (id, name) = (key.id, key.name.clone());
        let question = (t(Text::ConfirmRevoke).to_owned(), t(Text::Revoke));
        let call = async move { api::call::<RevokeApiKey>((id,), Nothing {}).await };
        state
            .action
            .run_confirmed(name, question, call, |_| notify(t(KeyTexts::Revoked)));
    };
    any_view! {
        <div class="row key-actions">
            {own}
            {may_revoke
                .then(|| {
                    view! {
                        <button type="button" class="button" data-testid="revoke-key" on:click=revoke>
                            {t(Text::Revoke)}
                        </button>
                    }
                })}
        </div>
    }
}
