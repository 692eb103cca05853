//! The profile page and the form with the person's data.

use super::{contact::ContactCard, logins::LoginList, password::PasswordForm, picture::PictureForm};
use crate::{
    features::profile::{authenticator::AuthenticatorCard, passkeys::PasskeysCard, second_factor::SecondFactorForm},
    i18n::{self, LANGUAGES, Language, ProfileTexts},
    prelude::*,
    session,
};
use shared_types::{
    identity::Channel,
    profile::{ChangeProfile, Profile, ProfileChange, ShowProfile},
    start_page::StartPage,
};
use wasm_bindgen::{JsCast, JsValue};

#[component]
pub fn ProfilePage() -> impl IntoView {
    let profile = use_value(&[], || api::get::<ShowProfile>(Nothing {}));
    let content = move |profile: Profile| {
        let (phone, has_password) = (profile.person.phone.clone(), profile.has_password);
        let contact = profile.clone();
        let has_app = profile.authenticator_since.is_some();
        let codes_of_app = profile.recovery_codes.filter(|_| has_app);
        let codes_of_passkeys = profile.recovery_codes.filter(|_| !has_app);
        let passkeys = profile.passkeys.clone();
        let (second, by_agent) = (profile.second_factor, profile.second_factor_required);
        any_view! {
            <div class="card-columns">
                <ProfileForm profile=profile />
                <StartPageCard />
                <ContactCard profile=contact />
                <PasswordForm phone=phone has_password=has_password />
                {has_password.then(|| view! { <SecondFactorForm on=second by_agent=by_agent /> })}
                {has_password.then(|| view! { <AuthenticatorCard recovery_codes=codes_of_app /> })}
                {has_password.then(|| view! { <PasskeysCard passkeys=passkeys recovery_codes=codes_of_passkeys /> })}
            </div>
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(ProfileTexts::Profile)}</h1>
        </div>
        {profile.show(Skeleton::Rows, move |value| content(value.clone()))}
        <LoginList />
    }
}

/// Lists the timezones that the browser supports; empty if the browser can't list them.
fn timezones() -> Vec<String> {
    let known = || -> Option<js_sys::Array> {
        let intl = js_sys::Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
        let supported_values: js_sys::Function = js_sys::Reflect::get(&intl, &"supportedValuesOf".into())
            .ok()?
            .dyn_into()
            .ok()?;
        supported_values
            .call1(&intl, &JsValue::from_str("timeZone"))
            .ok()?
            .dyn_into()
            .ok()
    };
    known().map_or_else(Vec::new, |zones| {
        zones.iter().filter_map(|zone| zone.as_string()).collect()
    })
}

crate::texts! {
    /// The choice of the first page.
    enum StartTexts;
    Title: "Начальная страница", "Start page", "起始页";
    Hint:
        "Открывается после входа и по адресу кабинета в этом браузере.",
        "It opens after the login and at the address of the cabinet in this browser.",
        "登录后以及在此浏览器中打开后台地址时显示。";
    Orders: "Заказы", "Orders", "订单";
    Home: "Главная", "Home", "首页";
}

/// The choice of the page that the cabinet opens with, for this browser.
#[component]
fn StartPageCard() -> impl IntoView {
    let chosen = session::chosen_start_page(session::guard()).unwrap_or_default();
    let choice = |page: StartPage, name: StartTexts, mark: &'static str| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="start_page"
                    data-testid=mark
                    checked=page == chosen
                    on:change=move |_| session::choose_start_page(page)
                />
                <strong>{t(name)}</strong>
            </label>
        }
    };
    any_view! {
        <section class="card">
            <h2>{t(StartTexts::Title)}</h2>
            <p class="muted">{t(StartTexts::Hint)}</p>
            <fieldset class="choices" aria-label=t(StartTexts::Title)>
                {choice(StartPage::Orders, StartTexts::Orders, "start-orders")}
                {choice(StartPage::Home, StartTexts::Home, "start-home")}
            </fieldset>
        </section>
    }
}

#[component]
fn ProfileForm(profile: Profile) -> impl IntoView {
    let person = profile.person;
    let text = |text: &str| RwSignal::new(text.to_owned());
    let (name, timezone, locale) = (text(&person.name), text(&person.timezone), text(person.locale.as_str()));
    let channel = text(profile.contact_channel.map_or("", Channel::as_str));
    let version = RwSignal::new(profile.version);
    let (action, saved) = (use_action(), RwSignal::new(false));
    let me = current_user().0;
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ProfileChange {
            name: Some(name.get_untracked()),
            locale: Language::from_name(&locale.get_untracked()),
            timezone: Some(timezone.get_untracked()),
            contact_channel: match channel.get_untracked().as_str() {
                "telegram" => Some(Channel::Telegram),
                "max" => Some(Channel::Max),
                _ => None,
            },
        };
        let options = Options::of_version(version.get_untracked());
        let call = api::send::<ChangeProfile>((), Nothing {}, body, options);
        action.run(call, move |now| {
            version.set(now.version);
            saved.set(true);
            if i18n::store_language(now.person.locale) {
                let _ = window().location().reload();
                return;
            }
            format::use_time_zone(&now.person.timezone);
            // The shell shows the new name on its next render; notifying now would rebuild this page.
            me.update_untracked(|me| {
                if let Some(me) = me {
                    me.user = now.person;
                }
            });
        });
    };
    let languages = LANGUAGES.map(|(language, name)| (language.as_str().to_owned(), name.to_owned()));
    let channels = [
        ("", t(ProfileTexts::NoChannel)),
        ("telegram", "Telegram"),
        ("max", "MAX"),
    ]
    .map(|(key, name)| (key.to_owned(), name.to_owned()));
    let zones = timezones()
        .into_iter()
        .map(|zone| view! { <option value=zone></option> })
        .collect_view();
    any_view! {
        <form class="card" on:submit=save on:input=move |_| saved.set(false)>
            <PictureForm version=version />
            <ErrorNote error=action />
            <Field name="name" label=t(ProfileTexts::Name) value=name error=action autocomplete="name" required=true />
            <Field
                name="timezone"
                label=t(ProfileTexts::Timezone)
                value=timezone
                error=action
                list="zones"
                required=true
            />
            <datalist id="zones">{zones}</datalist>
            <div class="grid two">
                <SelectField
                    name="locale"
                    label=t(Text::Language)
                    value=locale
                    options=Signal::stored(languages.to_vec())
                />
                <SelectField
                    name="contact_channel"
                    label=t(ProfileTexts::PreferredMessenger)
                    value=channel
                    options=Signal::stored(channels.to_vec())
                />
            </div>
            <div class="row">
                <button class="button primary" data-testid="save-profile">
                    {move || if saved.get() { t(ProfileTexts::Saved) } else { t(Text::Save) }}
                </button>
            </div>
        </form>
    }
}
