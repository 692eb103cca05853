//! The dialog that sends requisites or confirms a request.

use super::{
    state::{OpenDialog, RequestsState},
    statement::similar_line,
};
use crate::pages::client_balances::ClientBalances;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Dialog, ErrorNote, NumberField, NumberInput, NumberReader, TextArea},
    features::sum_dialog::balance_rows,
    format,
    i18n::{self, PaymentTexts, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{
    endpoint::Nothing,
    id::BalanceRequestId,
    money::{Currency, Money},
    settings::{Entry, ListRequisites, PaymentCard},
    topups::{BalanceRequest, ConfirmTopup, IssueRequisites, RequestMove, Requisites, TopupConfirmation},
};

frontend_ui::texts! {
    /// A text about the sums of a confirmation.
    enum ConfirmTexts;
    Asked: "Клиент просил", "Requested by the client", "客户申请金额";
    Received: "Пришло", "Received", "实际到账";
}

/// Local storage key of the requisites that were sent last.
const LAST_REQUISITES_KEY: &str = "karavan.requisites";

/// The dialog of a move: the requisites or the received amount.
#[component]
pub(super) fn MoveDialog(dialog: OpenDialog, state: RequestsState) -> impl IntoView {
    let OpenDialog {
        step,
        request: row,
        line_key,
        similar,
    } = dialog;
    let remembered = || i18n::storage().and_then(|storage| storage.get_item(LAST_REQUISITES_KEY).ok().flatten());
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
            line_key: line_key.clone(),
        };
        state.make(apply_move(id, step, text.get_untracked(), confirmation));
    };
    let (title, name, label) = if step == RequestMove::Issue {
        (PaymentTexts::IssueRequisites, "requisites", PaymentTexts::Requisites)
    } else {
        (PaymentTexts::ConfirmTopup, "amount", PaymentTexts::AmountReceived)
    };
    let input = if step == RequestMove::Issue {
        let currency = row.amount.currency;
        view! {
            {move || cards.get().and_then(Result::ok).map(|list| card_picker(list.data, currency, text))}
            <TextArea name=name label=t(label) value=text error=error rows=5 required=true />
        }
        .into_any()
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
        view! {
            {similar.as_ref().map(similar_line)}
            <NumberField name=name label=t(label) input=amount error=error unit=unit />
            {sums}
        }
        .into_any()
    };
    view! {
        <Dialog
            title=format!("{} · {} · {}", t(title), row.client_code, format::money(row.amount))
            close=Callback::new(move |()| state.open_dialog.set(None))
        >
            <form on:submit=send>
                <ErrorNote error=error />
                {input}
                <div class="row">
                    <button class="button primary" data-testid="confirm-step" disabled=move || error.is_busy()>
                        {t(title)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
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
    view! { <div class="cards">{buttons}</div> }.into_any()
}

/// Sends the move. The requisites are remembered for the next request.
async fn apply_move(
    id: BalanceRequestId,
    step: RequestMove,
    requisites: String,
    confirmation: TopupConfirmation,
) -> Result<BalanceRequest, Error> {
    let options = Options::default();
    if step == RequestMove::Confirm {
        return api::send::<ConfirmTopup>((id,), Nothing {}, confirmation, options).await;
    }
    if let Some(storage) = i18n::storage() {
        let _ = storage.set_item(LAST_REQUISITES_KEY, &requisites);
    }
    api::send::<IssueRequisites>((id,), Nothing {}, Requisites { requisites }, options).await
}
