//! The client's own commission on the card.

use super::{sender::ClientSender, texts::ClientTexts};
use crate::pages::settings::commission::{CommissionFields, CommissionInputs};
use frontend_ui::{
    api::Error,
    components::ErrorNote,
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{clients::ClientChange, pricing::Commission};

/// The commission, and its form for people who may change it.
#[component]
pub(super) fn OwnCommission(commission: Option<Commission>, may_change: bool, sender: ClientSender) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let is_own = commission.is_some();
    let is_open = RwSignal::new(is_own);
    let inputs = CommissionInputs::new(&commission.unwrap_or_default());
    let send_commission = move |commission: Option<Commission>| {
        let change = ClientChange {
            commission: Some(commission),
            ..ClientChange::default()
        };
        sender.send(change, error);
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(commission) = inputs.read() {
            send_commission(Some(commission));
        }
    };
    let buttons = move || {
        view! {
            <div class="row">
                <button class="button primary" data-testid="save-commission">
                    {t(Text::Save)}
                </button>
                {is_own
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="quiet"
                                data-testid="general-commission"
                                on:click=move |_| send_commission(None)
                            >
                                {t(ClientTexts::UseGeneralCommission)}
                            </button>
                        }
                    })}
            </div>
        }
    };
    let content = move || {
        if is_open.get() {
            view! {
                <fieldset class="plain" disabled=!may_change>
                    <CommissionFields inputs=inputs error=error />
                </fieldset>
                {may_change.then(buttons)}
            }
            .into_any()
        } else {
            view! {
                <p class="muted">{t(ClientTexts::NoOwnCommission)}</p>
                {may_change
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="set-commission"
                                on:click=move |_| is_open.set(true)
                            >
                                {t(ClientTexts::SetOwnCommission)}
                            </button>
                        }
                    })}
            }
            .into_any()
        }
    };
    view! {
        <form class="card" data-testid="own-commission" on:submit=save>
            <h2>{t(ClientTexts::OwnCommission)}</h2>
            <ErrorNote error=error />
            {content}
        </form>
    }
    .into_any()
}
