//! The client's settings: company, currency, extension tokens and notification preferences.

use crate::lazy_routes;
use frontend_ui::{
    features::notification_preferences::NotificationPreferences,
    i18n::{Counted, counted},
    prelude::*,
};
use leptos::ev::Event;
use leptos_router::hooks::use_query_map;
use shared_types::{
    clients::{ChangeClientSettings, ClientSettings, ClientSettingsChange, ShowClientSettings},
    id::ExtensionTokenId,
    identity::{CreateExtensionToken, ExtensionToken, ListExtensionTokens, NewExtensionToken, RevokeExtensionToken},
    page::Listing,
};
use std::iter;

frontend_ui::texts! {
    enum TokenTexts;
    Lifetime: "Действует", "Valid for", "有效期";
    NoExpiry: "бессрочно", "no time limit", "长期有效";
    ValidUntil: "действует до", "valid until", "有效期至";
    Expired: "истёк", "expired on", "已过期";
}

/// The lifetimes that are offered for an extension token, in days.
const TOKEN_LIFETIMES: [i64; 3] = [30, 90, 365];

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let map = use_query_map();
    let shows_webhook = Memo::new(move |_| map.read().get("webhook").is_some());
    view! {
        <div class="page-head">
            <h1>{t(Text::Settings)}</h1>
        </div>
        {move || if shows_webhook.get() { lazy_routes::webhooks().into_any() } else { all_settings() }}
    }
}

fn all_settings() -> AnyView {
    let settings = use_value(&[], || api::get::<ShowClientSettings>(Nothing {}));
    any_view! {
        <div class="columns">{settings.page(Skeleton::Rows, move || company_form(settings))} <ExtensionTokens /></div>
        {lazy_routes::api_keys()}
        {lazy_routes::webhooks()}
        <NotificationPreferences />
    }
}

fn company_form(settings: Record<ClientSettings>) -> AnyView {
    let form = settings.form(|settings| settings.version);
    let name = form.text(|settings| settings.name.clone());
    let company = form.text(|settings| settings.company.clone().unwrap_or_default());
    let currency = form.text(|settings| settings.currency.code().to_owned());
    let action = use_action().reloading(move || settings.reload());
    let saved = RwSignal::new(false);
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ClientSettingsChange {
            name: Some(name.get_untracked()),
            company: Some(company.get_untracked()),
            currency: Currency::from_code(&currency.get_untracked()),
        };
        let call = api::send::<ChangeClientSettings>((), Nothing {}, body, form.options());
        form.send(action, call, move |_| _ = saved.try_set(true));
    };
    let currencies = Signal::stored(
        Currency::COMMON
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    any_view! {
        <form class="card" on:submit=save on:input=move |_| saved.set(false)>
            <h2>{t(Text::Company)}</h2>
            <ErrorNote error=action />
            <p class="code">
                {t(Text::ClientCode)}" "<strong>{move || settings.with(|settings| settings.code.clone())}</strong>
            </p>
            <Field name="name" label=t(Text::Name) value=name error=action required=true />
            <Field name="company" label=t(Text::Company) value=company error=action />
            <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
            {may_edit
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="save-settings">
                            {move || t(if saved.get() { Text::Saved } else { Text::Save })}
                        </button>
                    }
                })}
        </form>
    }
}

#[component]
fn ExtensionTokens() -> impl IntoView {
    let tokens = use_value(&[], || api::get::<ListExtensionTokens>(Nothing {}));
    let action = use_action().reloading(move || tokens.reload());
    let (name, lifetime) = (RwSignal::new("Chrome".to_owned()), RwSignal::new(String::new()));
    let plaintext = RwSignal::new(None::<String>);
    let create = move |event: SubmitEvent| {
        event.prevent_default();
        let body = NewExtensionToken {
            name: name.get_untracked(),
            expires_in_days: lifetime.get_untracked().parse().ok(),
        };
        let call = api::send::<CreateExtensionToken>((), Nothing {}, body, Options::default());
        action.run(call, move |created| _ = plaintext.try_set(Some(created.plaintext)));
    };
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let revoke = Callback::new(move |(id, name): (ExtensionTokenId, String)| {
        let question = (t(Text::ConfirmRevoke).to_owned(), t(Text::Revoke));
        let call = api::send::<RevokeExtensionToken>((id,), Nothing {}, Nothing {}, Options::default());
        action.run_confirmed(name, question, call, |_| ());
    });
    let lifetimes = Signal::stored(
        iter::once((String::new(), t(TokenTexts::NoExpiry).to_owned()))
            .chain(TOKEN_LIFETIMES.map(|days| (days.to_string(), counted(days, Counted::Days))))
            .collect::<Vec<_>>(),
    );
    let row = move |token: ExtensionToken| {
        let is_expired = token.expires_at.is_some_and(|at| at <= format::now());
        let expiry = token.expires_at.map(|at| {
            let text = if is_expired {
                TokenTexts::Expired
            } else {
                TokenTexts::ValidUntil
            };
            view! {
                <small class=if is_expired { "bad" } else { "muted" } data-testid="token-expiry">
                    {t(text)}
                    " "
                    {format::day(at)}
                </small>
            }
        });
        let used = token.last_used_at.map_or_else(
            || t(Text::NeverUsed).to_owned(),
            |at| {
                format!(
                    "{} · {}",
                    format::date_time(at),
                    token.last_ip.clone().unwrap_or_default()
                )
            },
        );
        let (id, name) = (token.id, token.name.clone());
        any_view! {
            <li class="token" data-testid="token">
                <span>
                    <strong dir="auto">{token.name}</strong>
                    <small class="muted">{t(Text::LastUsed)}": "{used}</small>
                    {expiry}
                </span>
                {may_edit
                    .then(|| {
                        view! {
                            <button
                                class="button"
                                data-testid="revoke"
                                on:click=move |_| revoke.run((id, name.clone()))
                            >
                                {t(Text::Revoke)}
                            </button>
                        }
                    })}
            </li>
        }
    };
    let rows = tokens.rows(
        |token: &ExtensionToken| token.id.0,
        |list: &Listing<ExtensionToken>| list.data.clone(),
    );
    view! {
        <section class="card">
            <h2>{t(Text::ExtensionTokens)}</h2>
            <p class="muted">{t(Text::ExtensionTokensHint)}</p>
            <ErrorNote error=action />
            {move || plaintext.get().map(|token| view! { <NewToken token=token /> })}
            {may_edit
                .then(|| {
                    view! {
                        <form class="token-form" on:submit=create>
                            <Field name="name" label=t(Text::Name) value=name error=action required=true />
                            <SelectField
                                name="expires_in_days"
                                label=t(TokenTexts::Lifetime)
                                value=lifetime
                                options=lifetimes
                            />
                            <button class="button primary" data-testid="create-token">
                                {t(Text::Create)}
                            </button>
                        </form>
                    }
                })}
            {tokens.page(Skeleton::Rows, move || any_view! { <ul class="tokens">{rows.view(row)}</ul> })}
        </section>
    }
}

/// The length of the extension's challenge, in hexadecimal digits.
const CHALLENGE_DIGITS: usize = 64;

/// A new token, which is shown only once.
///
/// The extension can read it when the user clicks the extension's icon on this page. It sets a challenge on the element and
/// dispatches `karavanchallenge`. The answer is set on the element before the dispatch returns, and the extension removes
/// both. Once the user has confirmed the connection, the extension dispatches `karavanpaired`.
#[component]
fn NewToken(token: String) -> impl IntoView {
    let (copied, paired) = (RwSignal::new(false), RwSignal::new(false));
    let pairing_element = NodeRef::<leptos::html::Div>::new();
    let (text, shown) = (token.clone(), token.clone());
    let handle_challenge = move |_: Event| {
        let Some(pairing_element) = pairing_element.get_untracked() else {
            return;
        };
        let challenge = pairing_element.get_attribute("data-challenge").unwrap_or_default();
        if challenge.len() != CHALLENGE_DIGITS || !challenge.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return;
        }
        let origin = window().location().origin().unwrap_or_default();
        for (name, value) in [
            ("data-answer", &challenge),
            ("data-server", &origin),
            ("data-token", &token),
        ] {
            // Fails only for invalid attribute names.
            let _ = pairing_element.set_attribute(name, value);
        }
    };
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            copied.set(frontend_ui::features::clipboard::copy(&text).await);
        });
    };
    view! {
        <div
            id="karavan-pairing"
            class="note new-token"
            node_ref=pairing_element
            on:karavanchallenge=handle_challenge
            on:karavanpaired=move |_: Event| paired.set(true)
        >
            <p>{t(Text::TokenShownOnce)}</p>
            <div class="row">
                <code data-testid="plaintext">{shown}</code>
                <button type="button" class="button" data-testid="copy" on:click=copy>
                    {move || if copied.get() { t(Text::Copied) } else { t(Text::Copy) }}
                </button>
            </div>
            <p class="muted">{t(Text::ExtensionHint)}</p>
            {move || {
                paired
                    .get()
                    .then(|| {
                        view! {
                            <p class="ok" role="status" data-testid="paired">
                                "✓ "
                                {t(Text::ExtensionConnected)}
                            </p>
                        }
                    })
            }}
        </div>
    }
}
