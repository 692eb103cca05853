//! The client's own rates and offers on the card, next to the general ones.

use super::{own_limits::own_limits_form, sender::ClientForm, texts::ClientTexts};
use crate::pages::settings::rate::{RateFields, RateInputs, source_name};
use frontend_ui::prelude::*;
use shared_types::{
    clients::{ClientCard, ClientChange, ClientRateTerms, ClientTerms, ShowClientTerms},
    id::ClientId,
    rates::{EffectiveRate, OwnRate},
    settings::OwnOffers,
};

/// The forms of the rates and of the offers. Without the right to change them they are disabled.
pub(super) fn own_terms(id: ClientId, card: Record<ClientCard>, may_change: bool) -> AnyView {
    let terms = use_value(&[], move || {
        // The terms that apply change with the client's own ones.
        card.track();
        api::send::<ShowClientTerms>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let bases = |terms: &ClientTerms| terms.rates.iter().map(|rate| rate.base).collect::<Vec<_>>();
    let form = move |base: &Currency| {
        let base = *base;
        let terms = terms.find(move |terms| terms.rates.iter().find(|rate| rate.base == base).copied());
        own_rate_form(base, terms, (id, card), may_change)
    };
    let rates = move |bases: &Vec<Currency>| bases.iter().map(form).collect_view();
    let content = move || {
        any_view! {
            {terms.part(bases, rates)}
            {own_offers_form(*terms, (id, card), may_change)}
            {terms.part(|terms| terms.limits, move |limits| own_limits_form(*limits, (id, card), may_change))}
        }
    };
    terms.page(Skeleton::Rows, content)
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

fn own_rate_form(
    base: Currency,
    terms: Live<ClientRateTerms>,
    (id, card): (ClientId, Record<ClientCard>),
    may_change: bool,
) -> AnyView {
    let form = ClientForm::new(id, card);
    let own = move |card: &ClientCard| {
        let own = card.rates.iter().find(|rate| rate.base == base);
        own.map(OwnRate::policy)
    };
    let inputs = RateInputs::new(base, form.form, own);
    let is_own = Memo::new(move |_| card.with(own).flatten().is_some());
    let is_open = RwSignal::new(false);
    Effect::new(move |_| is_open.set(is_own.get()));
    // The rate of this form comes first, so that the server's errors name the first one of the list.
    let send_rate = move |own: Option<OwnRate>| {
        let others = card.read(|card| card.rates.clone()).unwrap_or_default();
        let others = others.into_iter().filter(|rate| rate.base != base);
        form.send(ClientChange {
            rates: Some(own.into_iter().chain(others).collect()),
            ..ClientChange::default()
        });
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
            any_view! {
                <fieldset class="plain" disabled=!may_change>
                    <RateFields inputs=inputs fixed="rates[0].fixed" markup="rates[0].markup" error=form.action />
                </fieldset>
                <p class="muted">{t(ClientTexts::QuotesKeepRate)}</p>
                {may_change
                    .then(|| {
                        view! {
                            <div class="row">
                                <button class="button primary" data-testid=format!("save-own-rate-{}", base.code())>
                                    {t(Text::Save)}
                                </button>
                                {move || is_own.get().then(general_button)}
                            </div>
                        }
                    })}
            }
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
    any_view! {
        <form class="card" data-testid=format!("own-rate-{}", base.code()) on:submit=save>
            <h2>{t(ClientTexts::OwnRate)} " " {base.code()} " → RUB"</h2>
            <p class="muted">
                {t(ClientTexts::GeneralRate)} ": " {move || terms.with(|terms| rate_text(terms.general))}
            </p>
            {move || {
                is_own
                    .get()
                    .then(|| {
                        view! {
                            <p class="total">
                                {t(ClientTexts::ClientRate)} ": "
                                <strong data-testid="client-rate">
                                    {move || terms.with(|terms| rate_text(terms.effective))}
                                </strong>
                            </p>
                        }
                    })
            }}
            <ErrorNote error=form.action />
            {content}
        </form>
    }
}

/// The choice of the general offer.
const GENERAL: &str = "";
const YES: &str = "yes";
const NO: &str = "no";

/// A choice between the general offer and an own one.
fn offer_choice(own: Option<bool>) -> String {
    let value = match own {
        None => GENERAL,
        Some(true) => YES,
        Some(false) => NO,
    };
    value.to_owned()
}

fn chosen_offer(choice: RwSignal<String>) -> Option<bool> {
    match choice.get_untracked().as_str() {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    }
}

fn offer_field(
    name: &'static str,
    label: ClientTexts,
    choice: RwSignal<String>,
    general: impl Fn() -> Option<bool> + Send + Sync + 'static,
) -> AnyView {
    let text = |offered: bool| {
        t(if offered {
            ClientTexts::Offered
        } else {
            ClientTexts::NotOffered
        })
    };
    let options = move || {
        let general = text(general().unwrap_or_default());
        vec![
            (GENERAL.to_owned(), format!("{}: {general}", t(ClientTexts::AsForAll))),
            (YES.to_owned(), text(true).to_owned()),
            (NO.to_owned(), text(false).to_owned()),
        ]
    };
    any_view! { <SelectField name=name label=t(label) value=choice options=Signal::derive(options) /> }
}

fn own_offers_form(terms: Live<ClientTerms>, (id, card): (ClientId, Record<ClientCard>), may_change: bool) -> AnyView {
    let form = ClientForm::new(id, card);
    let choice = |offer: fn(&OwnOffers) -> Option<bool>| form.form.text(move |card| offer_choice(offer(&card.offers)));
    let (rubles, yuan) = (choice(|offers| offers.rubles), choice(|offers| offers.yuan));
    let (cash, self_buyout) = (
        choice(|offers| offers.cash_on_receipt),
        choice(|offers| offers.self_buyout),
    );
    let general = move |offer: fn(&ClientTerms) -> bool| move || terms.with(offer);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let offers = OwnOffers {
            rubles: chosen_offer(rubles),
            yuan: chosen_offer(yuan),
            cash_on_receipt: chosen_offer(cash),
            self_buyout: chosen_offer(self_buyout),
        };
        form.send(ClientChange {
            offers: Some(offers),
            ..ClientChange::default()
        });
    };
    any_view! {
        <form class="card" data-testid="own-offers" on:submit=save>
            <h2>{t(ClientTexts::OwnOffers)}</h2>
            <ErrorNote error=form.action />
            <fieldset class="plain" disabled=!may_change>
                {offer_field("rubles", ClientTexts::RubleTopups, rubles, general(|terms| terms.rubles))}
                {offer_field("yuan", ClientTexts::YuanTopups, yuan, general(|terms| terms.yuan))}
                {offer_field(
                    "cash_on_receipt",
                    ClientTexts::CashOnReceipt,
                    cash,
                    general(|terms| terms.cash_on_receipt),
                )}
                {offer_field("self_buyout", ClientTexts::SelfBuyout, self_buyout, general(|terms| terms.self_buyout))}
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
}
