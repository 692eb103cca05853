//! The agent's profile (name, subdomain, currency, time zone, contacts, referral links).

use super::{distribution::Distribution, texts::SettingsTexts};
use frontend_ui::{features::clipboard::copyable_link, prelude::*};
use shared_types::settings::{AgentProfile, AgentProfileChange, ChangeAgentProfile, ShowAgentProfile};

/// The time zones in the list. A stored zone that is not among them is added.
const ZONES: [&str; 16] = [
    "Europe/Kaliningrad",
    "Europe/Moscow",
    "Europe/Samara",
    "Asia/Yekaterinburg",
    "Asia/Omsk",
    "Asia/Novosibirsk",
    "Asia/Irkutsk",
    "Asia/Vladivostok",
    "Europe/Minsk",
    "Asia/Almaty",
    "Asia/Tashkent",
    "Asia/Bishkek",
    "Asia/Tbilisi",
    "Asia/Yerevan",
    "Asia/Shanghai",
    "UTC",
];

/// The profile, and who gets new orders.
#[component]
pub(super) fn ProfileTab() -> impl IntoView {
    let profile = use_value(&[], || api::get::<ShowAgentProfile>(Nothing {}));
    view! {
        {profile
            .show(
                Skeleton::Rows,
                move |profile: &AgentProfile| {
                    let profile = profile.clone();
                    any_view! { <ProfileForm profile=profile /> }
                },
            )}
        <Distribution />
    }
}

#[component]
fn ProfileForm(profile: AgentProfile) -> impl IntoView {
    let text = |text: &str| RwSignal::new(text.to_owned());
    let (name, subdomain) = (text(&profile.name), text(&profile.subdomain));
    let (contacts, zone) = (text(&profile.contacts), text(&profile.timezone));
    let currency = text(profile.currency.code());
    let version = RwSignal::new(profile.version);
    let links = RwSignal::new(profile.referral_links);
    let (action, saved) = (use_action(), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = AgentProfileChange {
            name: Some(name.get_untracked()),
            subdomain: Some(subdomain.get_untracked()),
            currency: Currency::from_code(&currency.get_untracked()),
            contacts: Some(contacts.get_untracked()),
            timezone: Some(zone.get_untracked()),
        };
        let options = Options::of_version(version.get_untracked());
        action.run(
            api::send::<ChangeAgentProfile>((), Nothing {}, body, options),
            move |updated| {
                version.set(updated.version);
                links.set(updated.referral_links);
                saved.set(true);
            },
        );
    };
    let mut zones: Vec<String> = ZONES.map(ToOwned::to_owned).to_vec();
    if !zones.contains(&profile.timezone) {
        zones.push(profile.timezone);
    }
    let zones = Signal::stored(zones.into_iter().map(|zone| (zone.clone(), zone)).collect::<Vec<_>>());
    let currencies = Signal::stored(
        [Currency::Cny, Currency::Rub, Currency::Usd]
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    any_view! {
        <form class="card narrow" on:submit=save on:input=move |_| saved.set(false)>
            <ErrorNote error=action />
            <div class="grid two">
                <Field name="name" label=t(SettingsTexts::AgentName) value=name error=action required=true />
                <Field name="subdomain" label=t(SettingsTexts::Subdomain) value=subdomain error=action required=true />
                <SelectField name="currency" label=t(SettingsTexts::Currency) value=currency options=currencies />
                <SelectField name="timezone" label=t(SettingsTexts::Timezone) value=zone options=zones />
            </div>
            <label class="field">
                <span>{t(SettingsTexts::Contacts)}</span>
                <textarea
                    dir="auto"
                    rows="4"
                    name="contacts"
                    data-testid="contacts"
                    prop:value=move || contacts.get()
                    on:input=move |event| contacts.set(event_target_value(&event))
                ></textarea>
            </label>
            <h2 class="minor">{t(SettingsTexts::Referral)}</h2>
            <p class="muted">{t(SettingsTexts::ReferralHint)}</p>
            {move || links.get().into_iter().map(copyable_link).collect_view()}
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button primary" data-testid="save-main">
                                {move || if saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}
