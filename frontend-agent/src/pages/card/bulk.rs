//! Bulk actions: the moves that are possible for all selected items, splitting and merging.

use super::{
    item_sums::{purchase_sum, refund_fields, refund_preview},
    state::{CardState, ItemsDialog},
};
use crate::pages::{labels, purchase_fields::PurchaseFields, scan::ScanTexts};
use frontend_ui::{
    components,
    features::{item_status, translation::shop_text},
    prelude::*,
};
use shared_types::{
    codes::CodeKind,
    id::ItemId,
    items::{Item, ItemMerge, ItemMove, ItemMoves, ItemSplit, MergeItems, MoveItems, SplitItem},
    money::PriceText,
    orders::{Order, RefundOrder, RefundRequest},
};

/// The item moves that staff trigger directly. The others are results of work on shipments.
const MANUAL_MOVES: [ItemMove; 10] = [
    ItemMove::Approve,
    ItemMove::Buy,
    ItemMove::Send,
    ItemMove::Receive,
    ItemMove::UndoReceipt,
    ItemMove::Resolve,
    ItemMove::Refuse,
    ItemMove::Report,
    ItemMove::Return,
    ItemMove::Refund,
];

frontend_ui::texts! {
    /// A text about a short delivery.
    enum ReceiptTexts;
    RestLater: "Остальные ещё приедут: выделить их в отдельный товар", "The rest arrives later: split it off", "其余件稍后到货：拆分为单独商品";
}

/// The label of the price that was paid, with the number of pieces that it is for.
fn purchase_price_label(item: Option<&Item>) -> String {
    let per = item.and_then(Item::lot_price).map_or(1, |lot| lot.per);
    let label = t(LifecycleTexts::ActualPrice);
    if per == 1 {
        label.to_owned()
    } else {
        format!("{label} / {per} {}", t(LifecycleTexts::Pieces))
    }
}

/// The selected items, and the moves that are possible for all of them.
#[derive(PartialEq)]
struct Selection {
    ids: Vec<ItemId>,
    moves: Vec<ItemMove>,
}

fn selected_items(order: &Order, state: CardState) -> Vec<Item> {
    let ids = state.selected_items.get();
    let items = order.items.iter().filter(|item| ids.contains(&item.id));
    items.cloned().collect()
}

fn selection(order: &Order, state: CardState) -> Option<Selection> {
    let items = selected_items(order, state);
    let may_refund = current_user().may(Object::Balance, Level::Manage);
    // A refund is for one item and needs the permission for payments.
    let possible = MANUAL_MOVES.into_iter().filter(|step| {
        (*step != ItemMove::Refund || (items.len() == 1 && may_refund))
            && items.iter().all(|item| item.moves.contains(step))
    });
    (!items.is_empty()).then(|| Selection {
        ids: items.iter().map(|item| item.id).collect(),
        moves: possible.collect(),
    })
}

/// The action bar below the items; hidden while nothing is selected.
pub(super) fn bulk_bar(state: CardState) -> AnyView {
    let open = move |dialog: ItemsDialog| {
        let selected = state.order.read(|order| selected_items(order, state));
        state.parts().items_dialog.set(selected.map(|items| (dialog, items)));
    };
    let merge = move |_| {
        let items = state.selected_items.get_untracked().into_iter().collect();
        state.save(api::send::<MergeItems>(
            (state.id(),),
            Nothing {},
            ItemMerge { items },
            Options::default(),
        ));
    };
    let bar = move |selection: &Selection| {
        let count = selection.ids.len();
        let button = |step: ItemMove| {
            view! {
                <button
                    class="button"
                    data-testid=format!("bulk-{}", step.as_str())
                    on:click=move |_| open(ItemsDialog::Move(step))
                >
                    {item_status::move_name(step)}
                </button>
            }
        };
        let split = (count == 1).then(|| {
            view! {
                <button class="quiet" data-testid="bulk-split" on:click=move |_| open(ItemsDialog::Split)>
                    {t(LifecycleTexts::Split)}
                </button>
            }
        });
        let merge = (count > 1).then(|| {
            view! {
                <button class="quiet" data-testid="bulk-merge" on:click=merge>
                    {t(LifecycleTexts::Merge)}
                </button>
            }
        });
        let steps = any_view! {
            {selection.moves.iter().copied().map(button).collect_view()}
            <a
                class="quiet"
                target="_blank"
                data-testid="bulk-labels"
                href=labels::url(CodeKind::Item, selection.ids.iter().map(|id| id.0))
            >
                {t(ScanTexts::PrintLabel)}
            </a>
            {split}
            {merge}
        };
        any_view! {
            <div class="bulk" data-testid="bulk">
                <strong>{t(LifecycleTexts::Selected)}": "{count}</strong>
                {components::steps_sheet(steps)}
            </div>
        }
    };
    state.order.find(move |order| selection(order, state)).view(bar)
}

/// Inputs of the dialog; each move shows some of them.
#[derive(Clone, Copy)]
struct DialogFields {
    reason: RwSignal<String>,
    number: RwSignal<String>,
    price: NumberInput,
    track: RwSignal<String>,
    cell: RwSignal<String>,
    counted: NumberInput,
    rest_later: RwSignal<bool>,
}

/// The text, or `None` if it is blank.
fn non_empty(signal: RwSignal<String>) -> Option<String> {
    Some(signal.get_untracked()).filter(|text| !text.trim().is_empty())
}

impl DialogFields {
    fn new() -> Self {
        let text = || RwSignal::new(String::new());
        Self {
            reason: text(),
            number: text(),
            price: NumberInput::new(NumberKind::Price, ""),
            track: text(),
            cell: text(),
            counted: NumberInput::new(NumberKind::Whole, ""),
            rest_later: RwSignal::new(false),
        }
    }

    /// The request body of a move.
    fn to_request(
        self,
        step: ItemMove,
        items: Vec<ItemId>,
        price: Option<PriceText>,
        counted: Option<i64>,
    ) -> ItemMoves {
        ItemMoves {
            step,
            items,
            reason: non_empty(self.reason),
            marketplace_order_number: non_empty(self.number),
            price,
            prices: Vec::new(),
            purchase: None,
            domestic_track: non_empty(self.track),
            cell: non_empty(self.cell),
            counted_quantity: counted,
            rest_later: self.rest_later.get_untracked() && counted.is_some(),
        }
    }
}

/// The choice for the pieces that did not come.
fn rest_later_box(is_later: RwSignal<bool>) -> AnyView {
    any_view! {
        <label class="check-line">
            <input
                type="checkbox"
                data-testid="rest-later"
                prop:checked=move || is_later.get()
                on:change=move |event| is_later.set(event_target_checked(&event))
            />
            <span>{t(ReceiptTexts::RestLater)}</span>
        </label>
    }
}

/// The dialog of a move, a refund or a split.
pub(super) fn items_dialog(dialog: ItemsDialog, items: Vec<Item>, state: CardState) -> AnyView {
    let close = Callback::new(move |()| state.close_dialogs());
    let fields = DialogFields {
        counted: match dialog {
            ItemsDialog::Split | ItemsDialog::Move(ItemMove::Refund) => NumberInput::required(NumberKind::Whole, ""),
            ItemsDialog::Move(_) => NumberInput::new(NumberKind::Whole, ""),
        },
        price: match dialog {
            // A refund has no default: the field shows the cost of the item, and the person confirms it.
            ItemsDialog::Move(ItemMove::Refund) => NumberInput::required(NumberKind::Amount, ""),
            _ => NumberInput::new(NumberKind::Price, ""),
        },
        ..DialogFields::new()
    };
    let error = state.action;
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    let single = ids.len() == 1;
    // A receipt can split the pieces of one item, if none of them has arrived.
    let awaited = items
        .first()
        .filter(|item| single && item.counted_quantity.is_none())
        .map(|item| i64::from(item.agent_quantity.unwrap_or(item.quantity) - item.refunded_quantity));
    let purchase = PurchaseFields::new(dialog == ItemsDialog::Move(ItemMove::Buy), error.into());
    let preview = match (dialog, ids.first().copied()) {
        (ItemsDialog::Move(ItemMove::Refund), Some(item)) => {
            refund_preview(item, (fields.counted, fields.price), state)
        }
        _ => RwSignal::new(None),
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let counted = numbers.units(fields.counted);
        // Shops have prices in any currency; refunds are in the currencies of balances.
        let price = match dialog {
            ItemsDialog::Move(ItemMove::Refund) => numbers.amount(fields.price),
            _ => numbers.price(fields.price),
        };
        let payment = purchase.read(&mut numbers);
        if !numbers.finish() {
            return;
        }
        purchase.remember_account();
        let (ids, options) = (ids.clone(), Options::default());
        let Some(first) = ids.first().copied() else { return };
        match dialog {
            ItemsDialog::Move(ItemMove::Refund) => {
                let body = RefundRequest {
                    item_id: Some(first),
                    quantity: counted,
                    amount: price,
                    reason: fields.reason.get_untracked(),
                };
                let path = (state.id(),);
                state.save_dialog(api::send::<RefundOrder>(path, Nothing {}, body, state.options()));
            }
            ItemsDialog::Move(step) => {
                let body = ItemMoves {
                    purchase: payment,
                    ..fields.to_request(step, ids, price, counted)
                };
                state.save_dialog(api::send::<MoveItems>((), Nothing {}, body, options));
            }
            ItemsDialog::Split => {
                let body = ItemSplit {
                    quantity: counted.unwrap_or_default(),
                };
                state.save_dialog(api::send::<SplitItem>((state.id(), first), Nothing {}, body, options));
            }
        }
    };
    let title = match dialog {
        ItemsDialog::Move(step) => item_status::move_name(step),
        ItemsDialog::Split => t(LifecycleTexts::Split),
    };
    let text = move |name: &'static str, label: LifecycleTexts, value: RwSignal<String>| {
        any_view! { <Field name=name label=t(label) value=value error=error /> }
    };
    let number = move |name: &'static str, label: String, input: NumberInput| {
        any_view! { <NumberField name=name label=label input=input error=error /> }
    };
    let form = match dialog {
        ItemsDialog::Split => number("quantity", t(LifecycleTexts::SplitHint).to_owned(), fields.counted),
        ItemsDialog::Move(ItemMove::Buy) => any_view! {
            {text("marketplace_order_number", LifecycleTexts::MarketplaceOrder, fields.number)}
            {single.then(|| number("price", purchase_price_label(items.first()), fields.price))}
            {purchase_sum(items.clone(), fields.price, state)}
            {purchase.fields()}
        },
        ItemsDialog::Move(ItemMove::Send) => text("domestic_track", LifecycleTexts::Track, fields.track),
        ItemsDialog::Move(ItemMove::Receive) => any_view! {
            {text("cell", LifecycleTexts::Cell, fields.cell)}
            {single
                .then(|| number(
                    "counted_quantity",
                    format!("{} ({})", t(LifecycleTexts::Counted), t(LifecycleTexts::CountedHint)),
                    fields.counted,
                ))}
            {awaited
                .map(|awaited| move || {
                    let is_short = fields.counted.preview().is_some_and(|counted| counted > 0 && counted < awaited);
                    is_short.then(|| rest_later_box(fields.rest_later))
                })}
        },
        ItemsDialog::Move(ItemMove::Refund) => any_view! {
            {refund_fields(preview, (fields.counted, fields.price), state)}
            {text("reason", LifecycleTexts::Reason, fields.reason)}
        },
        ItemsDialog::Move(ItemMove::Approve) => ().into_any(),
        ItemsDialog::Move(_) => text("reason", LifecycleTexts::Reason, fields.reason),
    };
    let names = items
        .into_iter()
        .take(5)
        .map(|item| view! { <li>{shop_text(item.title)}</li> })
        .collect_view();
    any_view! {
        <Dialog title=title close=close>
            <form on:submit=send>
                <ErrorNote error=error />
                <ul class="muted">{names}</ul>
                {form}
                <div class="row">
                    <button class="button primary" data-testid="confirm-bulk">
                        {title}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
