//! The client's answer to the price of a shipment that was weighed again.

use frontend_ui::{
    components::TextArea,
    features::reweighings::{ReweighingTexts, difference, reweighing_list},
    prelude::*,
};
use shared_types::{
    id::{ReweighingId, ShipmentId},
    shipments::{
        AcceptReweighing, DeclineReweighing, Reweighing, ReweighingConsent, ReweighingRefusal, ReweighingStatus,
        Shipment,
    },
};

frontend_ui::texts! {
    enum AnswerTexts;
    Accept: "Согласиться", "Agree", "同意";
    Decline: "Не согласен", "Refuse", "不同意";
    Accepted: "Новая цена принята", "You agreed to the new price", "已同意新运费";
    Declined: "Агент увидит, что вы не согласны", "The agent sees that you do not agree", "代购商将看到您不同意";
    Reason: "Почему не согласны", "Why you do not agree", "不同意的原因";
}

/// The weighings of a shipment, with the buttons of one that waits for the client.
pub(super) fn reweighings(shipment: Record<Shipment>) -> AnyView {
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let action = use_action().reloading(move || shipment.reload());
    // The refusal that the client is typing.
    let refused = RwSignal::new(None::<ReweighingId>);
    // The dialog shows its own errors.
    let error = Signal::derive(move || action.error().filter(|_| refused.get().is_none()));
    let list = move |(id, entries): &(ShipmentId, Vec<Reweighing>)| {
        let id = *id;
        reweighing_list(entries, |entry| {
            let waits = may_edit && entry.status == ReweighingStatus::Proposed;
            waits.then(|| answer_buttons(id, entry, refused, action))
        })
    };
    let dialog = move || {
        let entry = refused.get()?;
        let id = shipment.read(|shipment| shipment.summary.id)?;
        Some(view! { <RefusalDialog ids=(id, entry) refused=refused action=action /> })
    };
    any_view! {
        <ErrorNote error=error />
        {shipment.part(|shipment| (shipment.summary.id, shipment.reweighings.clone()), list)}
        {dialog}
    }
}

fn answer_buttons(
    shipment: ShipmentId,
    entry: &Reweighing,
    refused: RwSignal<Option<ReweighingId>>,
    action: Action,
) -> AnyView {
    let id = entry.id;
    let sum = difference(&entry.before, &entry.after);
    let sum = sum.map(|(text, sum)| format!(" · {} {}", t(text).to_lowercase(), format::money(sum)));
    let accept = entry.after.cost.map(|cost| {
        let press = move |_| {
            let body = ReweighingConsent { cost };
            let call = api::send::<AcceptReweighing>((shipment, id), Nothing {}, body, Options::default());
            action.run(call, |_| notify(t(AnswerTexts::Accepted)));
        };
        view! {
            <button
                class="button primary"
                data-testid="accept-reweighing"
                disabled=move || action.is_busy()
                on:click=press
            >
                {t(AnswerTexts::Accept)}
                {sum}
            </button>
        }
    });
    any_view! {
        <div class="row">
            {accept} <button class="button" data-testid="decline-reweighing" on:click=move |_| refused.set(Some(id))>
                {t(AnswerTexts::Decline)}
            </button>
        </div>
    }
}

#[component]
fn RefusalDialog(
    ids: (ShipmentId, ReweighingId),
    refused: RwSignal<Option<ReweighingId>>,
    action: Action,
) -> impl IntoView {
    let reason = RwSignal::new(String::new());
    let close = Callback::new(move |()| refused.set(None));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ReweighingRefusal {
            reason: reason.get_untracked(),
        };
        let call = api::send::<DeclineReweighing>(ids, Nothing {}, body, Options::default());
        action.run(call, move |_| {
            notify(t(AnswerTexts::Declined));
            close.try_run(());
        });
    };
    any_view! {
        <Dialog title=t(ReweighingTexts::Title).to_owned() close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <TextArea name="reason" label=t(AnswerTexts::Reason) value=reason rows=3 error=action />
                <div class="row">
                    <button class="button primary" data-testid="confirm-refusal" disabled=move || action.is_busy()>
                        {t(AnswerTexts::Decline)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
