//! The client's own commission on the card.

use super::{sender::ClientForm, texts::ClientTexts};
use crate::pages::settings::commission::{CommissionFields, CommissionInputs};
use frontend_ui::prelude::*;
use shared_types::{
    clients::{ClientCard, ClientChange},
    id::ClientId,
    pricing::Commission,
};

/// The commission, and its form for people who may change it.
pub(super) fn own_commission(id: ClientId, card: Record<ClientCard>, may_change: bool) -> AnyView {
    let form = ClientForm::new(id, card);
    let commission = card.slice(|card| card.commission.clone().unwrap_or_default());
    form.form.depends_on(|card| card.commission.clone());
    let inputs = CommissionInputs::new(&commission.read(Commission::clone).unwrap_or_default());
    inputs.follow(commission);
    let is_own = Memo::new(move |_| card.with(|card| card.commission.is_some()).unwrap_or_default());
    let is_open = RwSignal::new(false);
    Effect::new(move |_| is_open.set(is_own.get()));
    let send_commission = move |commission: Option<Commission>| {
        form.send(ClientChange {
            commission: Some(commission),
            ..ClientChange::default()
        });
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
                {move || {
                    is_own
                        .get()
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
                        })
                }}
            </div>
        }
    };
    let content = move || {
        if is_open.get() {
            any_view! {
                <fieldset class="plain" disabled=!may_change>
                    <CommissionFields inputs=inputs error=form.action />
                </fieldset>
                {may_change.then(buttons)}
            }
        } else {
            any_view! {
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
        }
    };
    any_view! {
        <form class="card" data-testid="own-commission" on:submit=save>
            <h2>{t(ClientTexts::OwnCommission)}</h2>
            <ErrorNote error=form.action />
            {content}
        </form>
    }
}
