//! The history of a client on the card.

use super::texts::ClientTexts;
use crate::pages::{
    assignees::AssigneeTexts,
    settings::{order_limits::LimitTexts, rate::source_name},
};
use frontend_ui::prelude::*;
use shared_types::{
    clients::{ClientEvent, ClientField, ClientFieldChange, ClientFieldValue, ClientHistoryEntry, ListClientHistory},
    id::ClientId,
    page::Listing,
    rates::{OwnRate, RateSource},
};

fn event_name(event: ClientEvent) -> &'static str {
    t(match event {
        ClientEvent::Created => ClientTexts::EventCreated,
        ClientEvent::Invited => ClientTexts::EventInvited,
        ClientEvent::Changed => ClientTexts::EventChanged,
        ClientEvent::Disabled => ClientTexts::EventDisabled,
        ClientEvent::Enabled => ClientTexts::EventEnabled,
    })
}

fn field_name(field: ClientField) -> &'static str {
    match field {
        ClientField::Name => t(Text::Name),
        ClientField::Company => t(Text::Company),
        ClientField::Currency => t(Text::Currency),
        ClientField::Manager => t(AssigneeTexts::Manager),
        ClientField::Commission => t(ClientTexts::OwnCommission),
        ClientField::Rates => t(ClientTexts::OwnRate),
        ClientField::RubleTopups => t(ClientTexts::RubleTopups),
        ClientField::YuanTopups => t(ClientTexts::YuanTopups),
        ClientField::CashOnReceipt => t(ClientTexts::CashOnReceipt),
        ClientField::SelfBuyout => t(ClientTexts::SelfBuyout),
        ClientField::OrderLimit => t(LimitTexts::OrderSum),
        ClientField::UnpaidLimit => t(LimitTexts::UnpaidOrders),
        ClientField::Deposit => t(LimitTexts::Deposit),
    }
}

/// The currency with the fixed rate, or with the source and its markup.
fn own_rate_text(own: &OwnRate) -> String {
    let base = own.base.code();
    match own.fixed.filter(|_| own.source == RateSource::Fixed) {
        Some(rate) => format!("{base} {} ₽", format::decimal(&rate.to_string())),
        None => format!("{base} {} + {}", source_name(own.source), format::percent(own.markup)),
    }
}

fn no_limit() -> String {
    t(LimitTexts::NoLimit).to_owned()
}

fn value_text(value: Option<ClientFieldValue>) -> String {
    match value {
        None => "—".to_owned(),
        Some(ClientFieldValue::Text(text)) => text,
        Some(ClientFieldValue::Offered(offered)) => t(if offered {
            ClientTexts::Offered
        } else {
            ClientTexts::NotOffered
        })
        .to_owned(),
        Some(ClientFieldValue::SumLimit(limit)) => limit.map_or_else(no_limit, format::money),
        Some(ClientFieldValue::CountLimit(limit)) => limit.map_or_else(no_limit, |limit| limit.to_string()),
        Some(ClientFieldValue::Share(share)) => {
            share.map_or_else(|| t(LimitTexts::NoDeposit).to_owned(), format::percent)
        }
        Some(ClientFieldValue::Rates(rates)) => {
            let rates: Vec<String> = rates.iter().map(own_rate_text).collect();
            rates.join(", ")
        }
        Some(ClientFieldValue::Commission(commission)) => {
            let mut parts = vec![format::percent(commission.percent)];
            for bracket in &commission.brackets {
                let from = format::money(Money::new(bracket.from_minor, Currency::Cny));
                parts.push(format!("≥ {from}: {}", format::percent(bracket.percent)));
            }
            if commission.minimum_minor != 0 {
                let minimum = format::money(Money::new(commission.minimum_minor, Currency::Cny));
                parts.push(format!("{} {minimum}", t(ClientTexts::CommissionMinimum)));
            }
            parts.join(", ")
        }
    }
}

fn change_row(change: ClientFieldChange) -> AnyView {
    any_view! {
        <span class="detail" data-testid="client-change">
            <span class="muted">{field_name(change.field)}</span>
            ": "
            <del>{value_text(change.before)}</del>
            " → "
            <span>{value_text(change.after)}</span>
        </span>
    }
}

/// The entries, newest first.
pub(super) fn client_history(id: ClientId) -> AnyView {
    let load = move || api::send::<ListClientHistory>((id,), Nothing {}, Nothing {}, Options::default());
    // Changes that this page makes are entries too.
    let entries = use_value(&[], load).following_own(&[Topic::Client]);
    let row = |entry: &ClientHistoryEntry| {
        view! {
            <li>
                <strong>{event_name(entry.event)}</strong>
                <span class="muted">{format::date_time(entry.at)} " · " <bdi>{entry.actor_name.clone()}</bdi></span>
                {entry.changes.iter().cloned().map(change_row).collect_view()}
            </li>
        }
    };
    let content = move |list: &Listing<ClientHistoryEntry>| {
        if list.data.is_empty() {
            return any_view! { <p class="muted">{t(ClientTexts::NoHistory)}</p> };
        }
        any_view! {
            <ol class="history" data-testid="client-history">
                {list.data.iter().map(row).collect_view()}
            </ol>
        }
    };
    any_view! {
        <h2>{t(ClientTexts::History)}</h2>
        {entries.show(Skeleton::Rows, content)}
    }
}
