//! The dialog in which staff enter the size of a shipment that was weighed again after its price was set, and the steps of a weighing.

use super::state::{ShipmentCardState, ShipmentDialog};
use frontend_ui::{
    api::Fetched,
    components::TextArea,
    features::{
        reweighings::{ReweighingTexts, comparison, difference_line, reweighing_list},
        shipment_places::PlaceTexts,
    },
    prelude::*,
};
use leptos::{ev::Event, web_sys};
use shared_types::{
    id::ReweighingId,
    shipments::{
        AddReweighingPhoto, MeasuredSize, NewReweighing, ProposeReweighing, ReweighShipment, Reweighing,
        ReweighingProposal, ReweighingStatus, Shipment, WithdrawReweighing, needs_consent,
    },
};

frontend_ui::texts! {
    enum ReweighTexts;
    Open: "Взвесить заново", "Weigh again", "复称";
    Save: "Применить новый вес", "Apply the new weight", "应用新重量";
    NewPrice: "Новая цена доставки", "New price of the delivery", "新运费";
    Note: "Комментарий для клиента", "Note for the client", "给客户的备注";
    Hint:
        "Вес по весам перевозчика или после упаковки. Цена пересчитается в той же пропорции, что и тариф.",
        "The weight by the carrier's scale, or after packing. The price changes in the ratio of the tariff.",
        "按承运商或包装后的重量填写，运费按运费标准同比例调整。";
    NoTariff: "Тарифа нет: введите цену", "No tariff: enter the price", "无运费标准：请输入运费";
    NeedsConsent:
        "Цена растёт больше, чем разрешено без согласия: клиент подтвердит её в кабинете.",
        "The price rises by more than is allowed without consent: the client confirms it in the cabinet.",
        "涨幅超过无需确认的限度，需客户在后台确认。";
    Withdraw: "Отозвать", "Withdraw", "撤回";
}

/// The button that opens the dialog.
pub(super) fn reweigh_button(state: ShipmentCardState) -> AnyView {
    any_view! {
        <button
            class="button"
            data-testid="reweigh"
            on:click=move |_| state.dialog.set(Some(ShipmentDialog::Reweighing))
        >
            {t(ReweighTexts::Open)}
        </button>
    }
}

/// Asks for the measured size, shows the price that follows, and applies it.
#[component]
pub(super) fn ReweighingDialog(state: ShipmentCardState, close: Callback<()>) -> impl IntoView {
    let (shipment, error) = (state.shipment, state.action);
    let form = shipment.form(|shipment| shipment.version);
    form.depends_on(Shipment::clone);
    let weight = NumberInput::required(NumberKind::Kilograms, "");
    let volume = NumberInput::new(NumberKind::Whole, "");
    let places = NumberInput::new(NumberKind::Whole, "");
    let cost = NumberInput::required(NumberKind::Amount, "");
    let note = RwSignal::new(String::new());
    let id = state.id();
    let proposal = Fetched::new(move || {
        let size = MeasuredSize {
            weight_grams: weight.preview().filter(|grams| *grams > 0),
            volume_cm3: volume.preview(),
            places: places.preview(),
        };
        async move {
            size.weight_grams?;
            // Without a proposal the person enters the price.
            api::send::<ProposeReweighing>((id,), size, Nothing {}, Options::default())
                .await
                .ok()
        }
    });
    // The proposed price replaces the one before it, and never one that the person has typed.
    let proposed_text = RwSignal::new(String::new());
    Effect::new(move |_| {
        let Some(price) = proposal.get().flatten().and_then(|proposal| proposal.after.cost) else {
            return;
        };
        if cost.text.get_untracked() == proposed_text.get_untracked() {
            cost.set(&price.amount());
            proposed_text.set(cost.text.get_untracked());
        }
    });
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (weight_grams, volume_cm3, places) = (numbers.units(weight), numbers.units(volume), numbers.units(places));
        let cost = numbers.required_amount(cost);
        if !numbers.finish() {
            return;
        }
        let Some((weight_grams, cost)) = weight_grams.zip(cost) else {
            return;
        };
        let body = NewReweighing {
            weight_grams,
            volume_cm3,
            places,
            cost,
            note: Some(note.get_untracked()).filter(|note| !note.trim().is_empty()),
        };
        let call = api::send::<ReweighShipment>((id,), Nothing {}, body, form.options());
        form.send(error, call, move |_| {
            notify(t(Text::ChangesSaved));
            close.try_run(());
        });
    };
    let shown = move || {
        let ReweighingProposal {
            before,
            mut after,
            tolerance,
        } = proposal.get().flatten()?;
        let has_tariff = after.cost.is_some();
        // The price that the person typed, at the rate of the price until now.
        let old = before.cost?;
        after.cost = cost.preview().map(|minor| Money::new(minor, old.currency));
        let rate = shipment.with(|shipment| shipment.rate).flatten();
        after.cost_rub = after
            .cost
            .zip(rate)
            .and_then(|(cost, rate)| rate.convert(cost, Currency::Rub));
        let is_asked = after.cost.is_some_and(|new| needs_consent(old, new, tolerance));
        let note = match (has_tariff, is_asked) {
            (_, true) => Some(ReweighTexts::NeedsConsent),
            (false, false) if after.cost.is_none() => Some(ReweighTexts::NoTariff),
            _ => None,
        };
        Some(view! {
            {comparison(&before, &after)}
            {difference_line(&before, &after)}
            {note.map(|note| view! { <p class="note">{t(note)}</p> })}
        })
    };
    let currency = Signal::derive(move || {
        let cost = shipment.with(|shipment| shipment.summary.cost);
        cost.flatten()
            .map(|cost| cost.currency.code().to_owned())
            .unwrap_or_default()
    });
    any_view! {
        <Dialog title=t(ReweighTexts::Open).to_owned() close=close>
            <form on:submit=send>
                <ErrorNote error=error />
                <p class="muted">{t(ReweighTexts::Hint)}</p>
                <div class="grid three even">
                    <NumberField name="weight_grams" label=t(PlaceTexts::Weight) input=weight error=error />
                    <NumberField name="volume_cm3" label=t(LifecycleTexts::Volume) input=volume error=error />
                    <NumberField name="places" label=t(LifecycleTexts::Packages) input=places error=error />
                </div>
                {shown}
                <NumberField name="cost" label=t(ReweighTexts::NewPrice) input=cost error=error unit=currency />
                <TextArea name="note" label=t(ReweighTexts::Note) value=note rows=2 error=error />
                <div class="row">
                    <button class="button primary" data-testid="confirm-reweighing">
                        {t(ReweighTexts::Save)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The steps of staff: a photo of the scale, and the withdrawal before the client answers.
fn steps(id: ReweighingId, status: ReweighingStatus, state: ShipmentCardState) -> AnyView {
    let (action, shipment) = (state.action, state.id());
    let upload = move |event: Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        let Some(file) = input.files().and_then(|files| files.get(0)) else {
            return;
        };
        let call = async move { api::upload::<AddReweighingPhoto>((shipment, id), Nothing {}, &file).await };
        action.run(call, |_| notify(t(Text::ChangesSaved)));
        // Choosing the same file again triggers `change`.
        input.set_value("");
    };
    let withdraw = (status == ReweighingStatus::Proposed).then(|| {
        let press = move |_| {
            let call = api::send::<WithdrawReweighing>((shipment, id), Nothing {}, Nothing {}, Options::default());
            action.run(call, |_| notify(t(Text::ChangesSaved)));
        };
        view! {
            <button class="button" data-testid="withdraw-reweighing" disabled=move || action.is_busy() on:click=press>
                {t(ReweighTexts::Withdraw)}
            </button>
        }
    });
    any_view! {
        <div class="row">
            {withdraw} <label class="button" class:disabled=move || action.is_busy()>
                {t(ReweighingTexts::Photo)}
                <input
                    type="file"
                    class="hidden-input"
                    data-testid="scale-photo"
                    accept="image/*"
                    disabled=move || action.is_busy()
                    on:change=upload
                />
            </label>
        </div>
    }
}

/// The weighings of the shipment.
pub(super) fn reweighings(state: ShipmentCardState) -> AnyView {
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let list = move |entries: &Vec<Reweighing>| {
        reweighing_list(entries, |entry| may_edit.then(|| steps(entry.id, entry.status, state)))
    };
    state.shipment.part(|shipment| shipment.reweighings.clone(), list)
}
