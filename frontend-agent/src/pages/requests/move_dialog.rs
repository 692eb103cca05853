//! The dialog that sends requisites or confirms a request.

use super::state::{OpenDialog, RequestsState};
use crate::pages::{client_balances::ClientBalances, topup_boxes::TopupBoxField};
use frontend_ui::{
    api::{Error, Fetched},
    components::TextArea,
    features::sum_dialog::balance_rows,
    i18n::{self, PaymentTexts},
    prelude::*,
};
use shared_types::{
    id::BalanceRequestId,
    settings::{Entry, ListRequisites, PaymentCard},
    topups::{BalanceRequest, ConfirmTopup, IssueRequisites, RequestMove, Requisites, TopupConfirmation},
};

frontend_ui::texts! {
    /// A text about the sums of a confirmation.
    enum ConfirmTexts;
    Asked: "Клиент просил", "Requested by the client", "客户申请金额";
    Received: "Пришло", "Received", "实际到账";
}

/// Local storage key of the requisites that were sent last, for a currency.
fn requisites_key(currency: Currency) -> String {
    format!("karavan.requisites.{}", currency.code())
}

/// The requisites that were sent last for a top-up in the currency.
pub(super) fn last_requisites(currency: Currency) -> Option<String> {
    let stored = i18n::storage()?.get_item(&requisites_key(currency)).ok().flatten();
    stored.filter(|text| !text.trim().is_empty())
}

/// Sends requisites. They are remembered for the next request.
pub(super) async fn issue(
    id: BalanceRequestId,
    currency: Currency,
    requisites: String,
) -> Result<BalanceRequest, Error> {
    if let Some(storage) = i18n::storage() {
        let _ = storage.set_item(&requisites_key(currency), &requisites);
    }
    api::send::<IssueRequisites>((id,), Nothing {}, Requisites { requisites }, Options::default()).await
}

/// The dialog of a move: the requisites or the received amount.
#[component]
pub(super) fn MoveDialog(dialog: OpenDialog, state: RequestsState) -> impl IntoView {
    let OpenDialog { step, request: row } = dialog;
    let currency = row.amount.currency;
    let remembered = || last_requisites(currency);
    let initial = match step {
        RequestMove::Issue => row.requisites.clone().or_else(remembered).unwrap_or_default(),
        _ => String::new(),
    };
    let text = RwSignal::new(initial);
    let amount = match step {
        RequestMove::Confirm => NumberInput::required(NumberKind::Amount, row.amount.amount()),
        _ => NumberInput::new(NumberKind::Amount, ""),
    };
    let (id, error) = (row.id, state.action);
    let confirmed = (step == RequestMove::Confirm).then_some(id);
    let cash_box = TopupBoxField::new(Signal::stored(confirmed));
    let cards = Fetched::new(|| api::get::<ListRequisites>(Nothing {}));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let amount = numbers.amount(amount);
        if !numbers.finish() {
            return;
        }
        let confirmation = TopupConfirmation {
            amount,
            line_key: None,
            box_id: cash_box.id(),
        };
        state.make(apply_move(id, step, (currency, text.get_untracked()), confirmation));
    };
    let (title, name, label) = if step == RequestMove::Issue {
        (PaymentTexts::IssueRequisites, "requisites", PaymentTexts::Requisites)
    } else {
        (PaymentTexts::ConfirmTopup, "amount", PaymentTexts::AmountReceived)
    };
    let input = if step == RequestMove::Issue {
        any_view! {
            {move || cards.get().and_then(Result::ok).map(|list| card_picker(list.data, currency, text))}
            <TextArea name=name label=t(label) value=text error=error rows=5 required=true />
        }
    } else {
        let unit = Signal::stored(row.amount.currency.code().to_owned());
        let (asked, balances) = (row.amount, ClientBalances::fetch(row.client_id));
        let sums = move || {
            let received = Money::new(amount.preview()?, asked.currency);
            let amounts = [
                (t(ConfirmTexts::Asked), "sum-asked", asked),
                (t(ConfirmTexts::Received), "sum-received", received),
            ];
            Some(balance_rows(&amounts, balances.get(asked.currency), received.minor))
        };
        any_view! {
            <NumberField name=name label=t(label) input=amount error=error unit=unit />
            {cash_box.view()}
            {sums}
        }
    };
    let is_refused = move || error.is_busy() || (confirmed.is_some() && cash_box.is_missing());
    any_view! {
        <Dialog
            title=format!("{} · {} · {}", t(title), row.client_code, format::money(row.amount))
            close=Callback::new(move |()| state.open_dialog.set(None))
        >
            <form on:submit=send>
                <ErrorNote error=error />
                {input}
                <div class="row">
                    <button class="button primary" data-testid="confirm-step" disabled=is_refused>
                        {t(title)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The payment cards of the settings in the request's currency; a click fills in the card's requisites.
fn card_picker(cards: Vec<Entry<PaymentCard>>, currency: Currency, text: RwSignal<String>) -> AnyView {
    let matching = cards
        .into_iter()
        .map(|card| card.values)
        .filter(|card| card.currency == currency);
    let buttons = matching
        .map(|card| {
            let label = format!("{} · {}", card.bank, card.number);
            let requisites = format!("{}\n{}\n{}", card.bank, card.number, card.holder);
            view! {
                <button
                    type="button"
                    class="button"
                    data-testid="select-card"
                    on:click=move |_| text.set(requisites.clone())
                >
                    {label}
                </button>
            }
        })
        .collect_view();
    any_view! { <div class="cards">{buttons}</div> }
}

async fn apply_move(
    id: BalanceRequestId,
    step: RequestMove,
    (currency, requisites): (Currency, String),
    confirmation: TopupConfirmation,
) -> Result<BalanceRequest, Error> {
    if step == RequestMove::Confirm {
        return api::send::<ConfirmTopup>((id,), Nothing {}, confirmation, Options::default()).await;
    }
    issue(id, currency, requisites).await
}
