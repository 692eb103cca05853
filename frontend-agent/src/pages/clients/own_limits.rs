//! The client's own limits and deposit on the card, next to the general ones.

use super::{sender::ClientForm, texts::ClientTexts};
use crate::pages::settings::order_limits::{LimitTexts, count_text, read_sum, share_text, sum_text};
use frontend_ui::prelude::*;
use shared_types::{
    clients::{ClientCard, ClientChange},
    id::ClientId,
    settings::{OrderLimits, OwnLimits},
};

/// The choice of the general limit.
const GENERAL: &str = "";
const NONE: &str = "none";
const OWN: &str = "own";

/// A choice between the general limit, none, and an own one.
fn limit_choice<T>(own: Option<&Option<T>>) -> String {
    let value = match own {
        None => GENERAL,
        Some(None) => NONE,
        Some(Some(_)) => OWN,
    };
    value.to_owned()
}

/// The texts of a limit, and the labels of an own one and of none.
#[derive(Clone, Copy)]
struct LimitLabels {
    label: LimitTexts,
    own: LimitTexts,
    none: LimitTexts,
    unit: &'static str,
}

const SUM: LimitLabels = LimitLabels {
    label: LimitTexts::OrderSum,
    own: LimitTexts::OwnLimit,
    none: LimitTexts::NoLimit,
    unit: "",
};

const UNPAID: LimitLabels = LimitLabels {
    label: LimitTexts::UnpaidOrders,
    ..SUM
};

const DEPOSIT: LimitLabels = LimitLabels {
    label: LimitTexts::Deposit,
    own: LimitTexts::OwnDeposit,
    none: LimitTexts::NoDeposit,
    unit: "%",
};

/// The choice, and the input of an own limit. The names belong to the choice and to the field in the request.
fn limit_field(
    (name, field, labels): (&'static str, &'static str, LimitLabels),
    (choice, input): (RwSignal<String>, NumberInput),
    general: Option<String>,
    error: Action,
) -> AnyView {
    let general = general.unwrap_or_else(|| t(labels.none).to_owned());
    let options = vec![
        (GENERAL.to_owned(), format!("{}: {general}", t(ClientTexts::AsForAll))),
        (NONE.to_owned(), t(labels.none).to_owned()),
        (OWN.to_owned(), t(labels.own).to_owned()),
    ];
    any_view! {
        <SelectField name=name label=t(labels.label) value=choice options=Signal::stored(options) />
        {move || {
            (choice.get() == OWN)
                .then(|| {
                    view! { <NumberField name=field label=t(labels.own) input=input error=error unit=labels.unit /> }
                })
        }}
    }
}

pub(super) fn own_limits_form(
    general: OrderLimits,
    (id, card): (ClientId, Record<ClientCard>),
    may_change: bool,
) -> AnyView {
    let form = ClientForm::new(id, card);
    let (text, number) = (
        |read: fn(&OwnLimits) -> String| form.form.text(move |card| read(&card.limits)),
        |kind: NumberKind, read: fn(&OwnLimits) -> String| {
            form.form.number(kind, move |card| Some(read(&card.limits))).mandatory()
        },
    );
    let order = text(|limits| limit_choice(limits.order.as_ref()));
    let unpaid = text(|limits| limit_choice(limits.unpaid.as_ref()));
    let deposit = text(|limits| limit_choice(limits.deposit.as_ref()));
    let order_sum = number(NumberKind::Amount, |limits| sum_text(limits.order.flatten()));
    let deposit_share = number(NumberKind::Percent, |limits| share_text(limits.deposit.flatten()));
    let unpaid_count = number(NumberKind::Whole, |limits| count_text(limits.unpaid.flatten()));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let limits = OwnLimits {
            order: match order.get_untracked().as_str() {
                OWN => Some(read_sum(&mut numbers, order_sum)),
                NONE => Some(None),
                _ => None,
            },
            unpaid: match unpaid.get_untracked().as_str() {
                OWN => Some(numbers.units(unpaid_count)),
                NONE => Some(None),
                _ => None,
            },
            deposit: match deposit.get_untracked().as_str() {
                OWN => Some(numbers.percent(deposit_share)),
                NONE => Some(None),
                _ => None,
            },
        };
        if !numbers.finish() {
            return;
        }
        form.send(ClientChange {
            limits: Some(limits),
            ..ClientChange::default()
        });
    };
    let general_sum = general.order.map(format::money);
    let general_share = general.deposit.map(format::percent);
    let general_count = general.unpaid.map(|count| count.to_string());
    any_view! {
        <form class="card" data-testid="own-limits" on:submit=save>
            <h2>{t(LimitTexts::OwnTitle)}</h2>
            <ErrorNote error=form.action />
            <fieldset class="plain" disabled=!may_change>
                {limit_field(("order", "limits.order", SUM), (order, order_sum), general_sum, form.action)}
                {limit_field(("unpaid", "limits.unpaid", UNPAID), (unpaid, unpaid_count), general_count, form.action)}
                {limit_field(
                    ("deposit", "limits.deposit", DEPOSIT),
                    (deposit, deposit_share),
                    general_share,
                    form.action,
                )}
            </fieldset>
            {may_change
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="save-own-limits">
                            {t(Text::Save)}
                        </button>
                    }
                })}
        </form>
    }
}
