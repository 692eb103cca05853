//! The dialogs that make entries: incomes and expenses, moves between boxes, and reversals.

use super::{
    links::{EntryLinks, link_field},
    state::CashState,
    texts::CashTexts,
};
use chrono::NaiveDate;
use frontend_ui::{components::DayField, i18n::PaymentTexts, prelude::*};
use shared_types::{
    cash::{
        AddCashEntry, CashBook, CashBox, CashEntry, CashFlow, CashRate, CashReversal, NewCashEntry, NewCashTransfer,
        ReverseCashEntry, TransferCash,
    },
    id::CashBoxId,
};

/// The boxes that take entries, as options. A box that is added meanwhile appears.
fn box_options(book: Live<CashBook>) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || book.with(open_boxes).unwrap_or_default())
}

fn open_boxes(book: &CashBook) -> Vec<(String, String)> {
    let open = book.boxes.iter().filter(|row| !row.archived);
    open.map(|row| {
        (
            row.id.to_string(),
            format!("{} · {}", row.name, format::money(row.balance)),
        )
    })
    .collect()
}

/// The box that a select has chosen.
#[derive(Clone, Copy)]
struct ChosenBox {
    id: RwSignal<String>,
    book: Live<CashBook>,
}

impl ChosenBox {
    /// Chooses the open box at an index at first.
    fn new(book: Live<CashBook>, index: usize) -> Self {
        let options = book.read(open_boxes).unwrap_or_default();
        let first = options.get(index).or(options.first()).map(|(id, _)| id.clone());
        Self {
            id: RwSignal::new(first.unwrap_or_default()),
            book,
        }
    }

    fn read<T>(self, read: impl Fn(&CashBox) -> T) -> Option<T> {
        let id: CashBoxId = self.id.get().parse().ok()?;
        self.book
            .with(|book| book.boxes.iter().find(|row| row.id == id).map(read))?
    }

    fn currency(self) -> Option<Currency> {
        self.read(|row| row.balance.currency)
    }

    fn unit(self) -> Signal<String> {
        Signal::derive(move || {
            self.currency()
                .map(|currency| currency.code().to_owned())
                .unwrap_or_default()
        })
    }

    /// The balance after a change, as a line of the dialog.
    fn balance_after(self, change: impl Fn() -> Option<i64> + Send + Sync + 'static) -> AnyView {
        (move || {
            let balance = self.read(|row| row.balance)?;
            let after = Money::new(balance.minor.saturating_add(change()?), balance.currency);
            let name = self.read(|row| row.name.clone())?;
            Some(view! {
                <p class="muted" data-testid="balance-after">
                    <bdi>{name}</bdi>
                    ": "
                    {t(PaymentTexts::BalanceAfter)}
                    " "
                    <strong class:fault=after.minor < 0>{format::money(after)}</strong>
                </p>
            })
        })
        .into_any()
    }
}

fn day_and_note(day: RwSignal<String>, note: RwSignal<String>, action: Action) -> AnyView {
    any_view! {
        <DayField name="day" label=t(CashTexts::Day) value=day error=action required=true />
        <Field name="note" label=t(CashTexts::Note) value=note error=action />
    }
}

fn confirm_button(label: CashTexts, action: Action) -> AnyView {
    any_view! {
        <div class="row">
            <button class="button primary" data-testid="confirm-step" disabled=move || action.is_busy()>
                {t(label)}
            </button>
        </div>
    }
}

/// An income or an expense.
#[component]
pub(super) fn EntryDialog(flow: CashFlow, book: Live<CashBook>, today: NaiveDate, state: CashState) -> impl IntoView {
    let label = match flow {
        CashFlow::Income => CashTexts::Income,
        CashFlow::Expense => CashTexts::Expense,
    };
    let of_flow = |book: &CashBook| {
        let rows = book
            .categories
            .iter()
            .filter(|row| row.flow == flow && !row.archived && !row.for_clients);
        rows.map(|row| (row.id.to_string(), row.name.clone()))
            .collect::<Vec<_>>()
    };
    let categories = book.read(of_flow).unwrap_or_default();
    let close = Callback::new(move |()| state.close());
    if categories.is_empty() {
        return any_view! {
            <Dialog title=t(label) close=close>
                <p>{t(CashTexts::NoCategories)}</p>
                <div class="row">
                    <a class="button primary" href="/agent/settings?tab=cash_categories">
                        {t(CashTexts::Categories)}
                    </a>
                </div>
            </Dialog>
        };
    }
    let category = RwSignal::new(categories.first().map(|(id, _)| id.clone()).unwrap_or_default());
    let (day, note) = (RwSignal::new(today.to_string()), RwSignal::new(String::new()));
    let (chosen, links) = (ChosenBox::new(book, 0), EntryLinks::new());
    let amount = NumberInput::required(NumberKind::Amount, "");
    let action = state.action;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.required_amount(amount);
        let (box_id, category_id) = (
            chosen.id.get_untracked().parse().ok(),
            category.get_untracked().parse().ok(),
        );
        if let (Some(amount), Some(box_id), Some(category_id), true) = (read, box_id, category_id, numbers.finish()) {
            let body = NewCashEntry {
                flow,
                box_id,
                amount,
                category_id,
                day: day.get_untracked().parse().ok(),
                note: note.get_untracked(),
                order_id: links.order(),
                client_id: links.client(),
                delivery_id: links.delivery(),
            };
            let call = api::send::<AddCashEntry>((), Nothing {}, body, Options::default());
            action.run(call, move |entry| done(&entry, state));
        }
    };
    let change = move || {
        let minor = amount.preview()?;
        let currency = chosen.currency()?;
        let minor = Money::new(minor, currency).minor;
        Some(if flow == CashFlow::Income { minor } else { -minor })
    };
    any_view! {
        <Dialog title=t(label) close=close>
            <form class="fields" on:submit=send>
                <ErrorNote error=action />
                <NumberField name="amount" label=t(PaymentTexts::Amount) input=amount error=action unit=chosen.unit() />
                <SelectField name="box_id" label=t(CashTexts::Box) value=chosen.id options=box_options(book) />
                <SelectField
                    name="category_id"
                    label=t(CashTexts::Category)
                    value=category
                    options=Signal::stored(categories)
                />
                {day_and_note(day, note, action)}
                {link_field(links)}
                {chosen.balance_after(change)}
                {confirm_button(label, action)}
            </form>
        </Dialog>
    }
}

fn done(entry: &CashEntry, state: CashState) {
    let amounts = entry.movements.iter().map(|movement| format::money(movement.amount));
    notify(format!(
        "{}: {}",
        t(CashTexts::Saved),
        amounts.collect::<Vec<_>>().join(" → ")
    ));
    state.close();
}

/// A transfer, or an exchange between boxes of different currencies.
#[component]
pub(super) fn MoveDialog(book: Live<CashBook>, today: NaiveDate, state: CashState) -> impl IntoView {
    let (day, note) = (RwSignal::new(today.to_string()), RwSignal::new(String::new()));
    let boxes = box_options(book);
    let (from, to) = (ChosenBox::new(book, 0), ChosenBox::new(book, 1));
    let amount = NumberInput::required(NumberKind::Amount, "");
    let received = NumberInput::new(NumberKind::Amount, "");
    let action = state.action;
    let is_exchange = Memo::new(move |_| from.currency() != to.currency());
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let sent = numbers.required_amount(amount);
        let got = if is_exchange.get_untracked() {
            numbers.amount(received)
        } else {
            None
        };
        let (box_id, to_box_id) = (from.id.get_untracked().parse().ok(), to.id.get_untracked().parse().ok());
        if let (Some(amount), Some(box_id), Some(to_box_id), true) = (sent, box_id, to_box_id, numbers.finish()) {
            let body = NewCashTransfer {
                box_id,
                to_box_id,
                amount,
                received: got,
                day: day.get_untracked().parse().ok(),
                note: note.get_untracked(),
            };
            let call = api::send::<TransferCash>((), Nothing {}, body, Options::default());
            action.run(call, move |entry| done(&entry, state));
        }
    };
    let rate = move || {
        let (paid, got) = (amount.preview()?, received.preview()?);
        let rate = CashRate::between(Money::new(paid, from.currency()?), Money::new(got, to.currency()?))?;
        Some(view! {
            <p class="muted" data-testid="rate">
                {format!(
                    "{}: 1 {} = {} {}",
                    t(CashTexts::Rate),
                    rate.currency.code(),
                    format::decimal(&rate.rate.to_string()),
                    rate.of.code(),
                )}
            </p>
        })
    };
    let exchange = move || {
        is_exchange.get().then(|| {
            view! {
                <NumberField name="received" label=t(CashTexts::Received) input=received error=action unit=to.unit() />
                {rate}
            }
        })
    };
    let added = move || {
        if is_exchange.get() {
            received.preview()
        } else {
            amount.preview()
        }
    };
    let title = move || {
        if is_exchange.get() {
            t(CashTexts::Exchange)
        } else {
            t(CashTexts::Transfer)
        }
    };
    any_view! {
        <Dialog title=t(CashTexts::Move) close=Callback::new(move |()| state.close())>
            <form class="fields" on:submit=send>
                <ErrorNote error=action />
                <SelectField name="box_id" label=t(CashTexts::FromBox) value=from.id options=boxes />
                <SelectField name="to_box_id" label=t(CashTexts::ToBox) value=to.id options=boxes />
                <NumberField name="amount" label=t(PaymentTexts::Amount) input=amount error=action unit=from.unit() />
                {exchange}
                {day_and_note(day, note, action)}
                {from.balance_after(move || Some(-amount.preview()?))}
                {to.balance_after(added)}
                <div class="row">
                    <button class="button primary" data-testid="confirm-step" disabled=move || action.is_busy()>
                        {title}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The reversal of an entry.
#[component]
pub(super) fn ReverseDialog(entry: CashEntry, state: CashState) -> impl IntoView {
    let (reason, day) = (RwSignal::new(String::new()), RwSignal::new(entry.day.to_string()));
    let (id, action) = (entry.id, state.action);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = CashReversal {
            reason: reason.get_untracked(),
            day: day.get_untracked().parse().ok(),
        };
        let call = api::send::<ReverseCashEntry>((id,), Nothing {}, body, Options::default());
        action.run(call, move |entry| done(&entry, state));
    };
    let amounts: Vec<String> = entry
        .movements
        .iter()
        .map(|movement| format::money(movement.amount))
        .collect();
    let title = format!("{} · {}", t(CashTexts::Reverse), amounts.join(" → "));
    any_view! {
        <Dialog title=title close=Callback::new(move |()| state.close())>
            <form class="fields" on:submit=send>
                <ErrorNote error=action />
                <p class="muted">{t(CashTexts::ReverseHint)}</p>
                <Field name="reason" label=t(PaymentTexts::Reason) value=reason error=action required=true focus=true />
                <DayField name="day" label=t(CashTexts::Day) value=day error=action required=true />
                <div class="row">
                    <button class="button destructive" data-testid="confirm-step" disabled=move || action.is_busy()>
                        {t(CashTexts::Reverse)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
