//! The client's own rates and offers on the card, next to the general ones.

use super::{own_limits::OwnLimitsForm, sender::ClientSender, texts::ClientTexts};
use crate::pages::settings::rate::{RateFields, RateInputs, source_name};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, Loaded, SelectField},
    format,
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{
    clients::{ClientChange, ClientRateTerms, ClientTerms, ShowClientTerms},
    endpoint::Nothing,
    rates::{EffectiveRate, OwnRate},
    settings::{OwnLimits, OwnOffers},
};

/// The forms of the rates and of the offers. Without the right to change them they are disabled.
#[component]
pub(super) fn OwnTerms(
    rates: Vec<OwnRate>,
    offers: OwnOffers,
    limits: OwnLimits,
    may_change: bool,
    sender: ClientSender,
) -> impl IntoView {
    let id = sender.id;
    let terms = Fetched::new(move || api::send::<ShowClientTerms>((id,), Nothing {}, Nothing {}, Options::default()));
    let content = move |terms: ClientTerms| {
        let forms = terms.rates.iter().map(|rate| {
            view! { <OwnRateForm terms=*rate rates=rates.clone() may_change=may_change sender=sender /> }
        });
        view! {
            {forms.collect_view()}
            <OwnOffersForm terms=terms.clone() offers=offers may_change=may_change sender=sender />
            <OwnLimitsForm general=terms.limits limits=limits may_change=may_change sender=sender />
        }
        .into_any()
    };
    view! { <Loaded resource=terms content=content /> }.into_any()
}

/// The rate with its source.
fn rate_text(rate: Option<EffectiveRate>) -> String {
    rate.map_or_else(
        || "—".to_owned(),
        |rate| {
            format!(
                "{} ₽ · {}",
                format::decimal(&rate.rate.to_string()),
                source_name(rate.source)
            )
        },
    )
}

#[component]
fn OwnRateForm(terms: ClientRateTerms, rates: Vec<OwnRate>, may_change: bool, sender: ClientSender) -> impl IntoView {
    let base = terms.base;
    let own = rates.iter().find(|rate| rate.base == base).map(OwnRate::policy);
    let others: Vec<OwnRate> = rates.into_iter().filter(|rate| rate.base != base).collect();
    let others = StoredValue::new(others);
    let (is_own, is_open) = (own.is_some(), RwSignal::new(own.is_some()));
    let error = RwSignal::new(None::<Error>);
    let inputs = RateInputs::new(base, own);
    // The rate of this form comes first, so that the server's errors name the first one of the list.
    let send_rate = move |own: Option<OwnRate>| {
        let rates = own.into_iter().chain(others.get_value()).collect();
        let change = ClientChange {
            rates: Some(rates),
            ..ClientChange::default()
        };
        sender.send(change, error);
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(policy) = inputs.read() {
            send_rate(Some(OwnRate {
                base,
                source: policy.source,
                fixed: policy.fixed,
                markup: policy.markup,
            }));
        }
    };
    let general_button = move || {
        view! {
            <button
                type="button"
                class="quiet"
                data-testid=format!("general-rate-{}", base.code())
                on:click=move |_| send_rate(None)
            >
                {t(ClientTexts::UseGeneralRate)}
            </button>
        }
    };
    let content = move || {
        if is_open.get() {
            view! {
                <fieldset class="plain" disabled=!may_change>
                    <RateFields inputs=inputs fixed="rates[0].fixed" markup="rates[0].markup" error=error />
                </fieldset>
                <p class="muted">{t(ClientTexts::QuotesKeepRate)}</p>
                {may_change
                    .then(|| {
                        view! {
                            <div class="row">
                                <button class="button primary" data-testid=format!("save-own-rate-{}", base.code())>
                                    {t(Text::Save)}
                                </button>
                                {is_own.then(general_button)}
                            </div>
                        }
                    })}
            }
            .into_any()
        } else {
            may_change
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button"
                            data-testid=format!("set-own-rate-{}", base.code())
                            on:click=move |_| is_open.set(true)
                        >
                            {t(ClientTexts::SetOwnRate)}
                        </button>
                    }
                })
                .into_any()
        }
    };
    view! {
        <form class="card" data-testid=format!("own-rate-{}", base.code()) on:submit=save>
            <h2>{t(ClientTexts::OwnRate)} " " {base.code()} " → RUB"</h2>
            <p class="muted">{t(ClientTexts::GeneralRate)} ": " {rate_text(terms.general)}</p>
            {is_own
                .then(|| {
                    view! {
                        <p class="total">
                            {t(ClientTexts::ClientRate)} ": "
                            <strong data-testid="client-rate">{rate_text(terms.effective)}</strong>
                        </p>
                    }
                })}
            <ErrorNote error=error />
            {content}
        </form>
    }
    .into_any()
}

/// The choice of the general offer.
const GENERAL: &str = "";
const YES: &str = "yes";
const NO: &str = "no";

/// A choice between the general offer and an own one.
fn offer_choice(own: Option<bool>) -> RwSignal<String> {
    let value = match own {
        None => GENERAL,
        Some(true) => YES,
        Some(false) => NO,
    };
    RwSignal::new(value.to_owned())
}

fn chosen_offer(choice: RwSignal<String>) -> Option<bool> {
    match choice.get_untracked().as_str() {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    }
}

fn offer_field(name: &'static str, label: ClientTexts, choice: RwSignal<String>, general: bool) -> AnyView {
    let text = |offered: bool| {
        t(if offered {
            ClientTexts::Offered
        } else {
            ClientTexts::NotOffered
        })
    };
    let options = vec![
        (
            GENERAL.to_owned(),
            format!("{}: {}", t(ClientTexts::AsForAll), text(general)),
        ),
        (YES.to_owned(), text(true).to_owned()),
        (NO.to_owned(), text(false).to_owned()),
    ];
    view! { <SelectField name=name label=t(label) value=choice options=Signal::stored(options) /> }.into_any()
}

#[component]
fn OwnOffersForm(terms: ClientTerms, offers: OwnOffers, may_change: bool, sender: ClientSender) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let (rubles, yuan) = (offer_choice(offers.rubles), offer_choice(offers.yuan));
    let (cash, self_buyout) = (offer_choice(offers.cash_on_receipt), offer_choice(offers.self_buyout));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let offers = OwnOffers {
            rubles: chosen_offer(rubles),
            yuan: chosen_offer(yuan),
            cash_on_receipt: chosen_offer(cash),
            self_buyout: chosen_offer(self_buyout),
        };
        let change = ClientChange {
            offers: Some(offers),
            ..ClientChange::default()
        };
        sender.send(change, error);
    };
    view! {
        <form class="card" data-testid="own-offers" on:submit=save>
            <h2>{t(ClientTexts::OwnOffers)}</h2>
            <ErrorNote error=error />
            <fieldset class="plain" disabled=!may_change>
                {offer_field("rubles", ClientTexts::RubleTopups, rubles, terms.rubles)}
                {offer_field("yuan", ClientTexts::YuanTopups, yuan, terms.yuan)}
                {offer_field("cash_on_receipt", ClientTexts::CashOnReceipt, cash, terms.cash_on_receipt)}
                {offer_field("self_buyout", ClientTexts::SelfBuyout, self_buyout, terms.self_buyout)}
            </fieldset>
            {may_change
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="save-offers">
                            {t(Text::Save)}
                        </button>
                    }
                })}
        </form>
    }
    .into_any()
}
