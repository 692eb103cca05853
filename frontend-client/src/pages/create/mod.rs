//! The page that creates an order: products by link, form and spreadsheet, type, recipient, comment, and the estimate.
//!
//! The draft is created on the server with its first product, so that a failure or a reload loses nothing: products are in the
//! draft, and the browser tab keeps typed text.

mod about;
mod fields;
mod texts;

use super::shared_link::read_link;
use about::about_order;
use fields::{OrderFields, finish, load_draft};
use frontend_ui::{
    features::{
        cost::total_label,
        item_form::{DraftSource, ItemForm},
        item_import::{FileImport, ImportPreviewState},
        items::{self, ItemGroups, totals_text},
        money::MoneyPanel,
    },
    prelude::*,
};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    items::{Item, RemoveItem},
    orders::{Order, ShowOrderMoney},
    settings::ListDeliveryOptions,
};
use std::sync::Arc;
use texts::CreateTexts;

/// The page that creates an order.
#[component]
pub(crate) fn CreatePage() -> impl IntoView {
    let fields = OrderFields::new();
    let action = use_action();
    let typed = RwSignal::new(None::<Money>);
    let (importing, import) = (RwSignal::new(false), ImportPreviewState::default());
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let draft = Memo::new(move |_| fields.draft_id());
    let loaded = use_value(&[], move || {
        let id = draft.get();
        async move {
            match id {
                Some(id) => load_draft(id, fields).await.map(Some),
                None => Ok(None),
            }
        }
    });
    let order = loaded.find(Option::clone);
    let navigate = StoredValue::new_local(use_navigate());
    let leave = move |submit: bool| {
        action.run(finish(fields, submit), move |url| {
            fields.kept.forget();
            navigate.try_with_value(|navigate| navigate(&url, NavigateOptions::default()));
        });
    };
    let reload = Callback::new(move |()| loaded.reload());
    let source: DraftSource = Arc::new(move || Box::pin(fields.ensure_draft()));
    let source = StoredValue::new(source);
    let open_import = move || action.run(fields.ensure_draft(), move |_| _ = importing.try_set(true));
    let tab = move |is_import: bool, label: CreateTexts, mark: &'static str| {
        let selected = move || (importing.get() == is_import).to_string();
        let choose = move |_| {
            if is_import {
                open_import();
            } else {
                importing.set(false);
            }
        };
        view! {
            <button type="button" class="tab" role="tab" data-testid=mark aria-selected=selected on:click=choose>
                {t(label)}
            </button>
        }
    };
    let products = move || {
        if importing.get() {
            let Some(id) = draft.get() else { return ().into_any() };
            let leave = Callback::new(move |()| importing.set(false));
            return any_view! { <FileImport order=id shown=import changed=reload leave=leave /> };
        }
        any_view! {
            <ItemForm draft=source.get_value() item=None done=reload keep="new-item" typed=typed read_link=read_link />
        }
    };
    let has_items = Memo::new(move |_| order.with(|order| !order.items.is_empty()).unwrap_or_default());
    let items = move || {
        if has_items.get() {
            draft_items(order, action.reloading(move || loaded.reload()))
        } else {
            any_view! {
                <div class="empty">
                    <p>{t(CreateTexts::NoProducts)}</p>
                </div>
            }
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(Text::NewOrder)}</h1>
        </div>
        <div class="create-order" data-testid="create-order">
            <div class="tabs" role="tablist">
                {tab(false, CreateTexts::ByForm, "tab-form")}
                {tab(true, CreateTexts::ByTable, "tab-import")}
            </div>
            {products}
            {loaded.page(Skeleton::Rows, move || items.into_any())}
            <section class="card" data-testid="order-fields">
                <h2>{t(CreateTexts::AboutOrder)}</h2>
                {options.show(Skeleton::Rows, move |options| about_order(fields, options.clone(), action))}
            </section>
            <ErrorNote error=action />
            <div class="estimate" data-testid="estimate">
                <span class="total">{move || estimate_text(order, typed.get())}</span>
                <button
                    type="button"
                    class="button"
                    data-testid="create"
                    disabled=move || action.is_busy()
                    on:click=move |_| leave(false)
                >
                    {t(CreateTexts::SaveDraft)}
                </button>
                <button
                    type="button"
                    class="button primary"
                    data-testid="submit-order"
                    disabled=move || action.is_busy() || !has_items.get()
                    on:click=move |_| leave(true)
                >
                    {t(CreateTexts::Submit)}
                </button>
            </div>
        </div>
    }
}

/// The total of the draft, and the addition of the typed product.
fn estimate_text(order: Live<Order>, typed: Option<Money>) -> String {
    let total = order.with(|order| format!("{}: {}", total_label(&order.summary), totals_text(order)));
    let total = total.unwrap_or_else(|| format!("{}: —", t(Text::Total)));
    match typed.filter(|typed| typed.minor > 0) {
        Some(typed) => format!("{total} + {} ({})", format::money(typed), t(CreateTexts::Typed)),
        None => total,
    }
}

fn remove_button(item: Live<Item>, order: Live<Order>, action: Action) -> AnyView {
    let remove = move |_| {
        let id = order.read(|order| order.summary.id);
        let Some((id, (item, name))) = id.zip(item.read(|item| (item.id, items::full_name(item)))) else {
            return;
        };
        let call = api::send::<RemoveItem>((id, item), Nothing {}, Nothing {}, Options::default());
        let question = (t(Text::ConfirmRemoveItem).to_owned(), t(Text::Delete));
        action.run_confirmed(name, question, call, |_| ());
    };
    any_view! {
        <div class="actions">
            <button
                type="button"
                class="icon"
                data-testid="remove-item"
                aria-label=t(Text::Delete)
                title=t(Text::Delete)
                on:click=remove
            >
                {Icon::X.view()}
            </button>
        </div>
    }
}

/// The products of the draft with the preliminary calculation.
fn draft_items(order: Live<Order>, action: Action) -> AnyView {
    let sees_money = current_user().may(Object::OrderPrices, Level::View);
    let id = order.read(|order| order.summary.id).filter(|_| sees_money);
    let money = id.map(|id| {
        let money = use_value(&[], move || {
            // The calculation changes with the draft.
            order.track();
            api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default())
        });
        money.show(Skeleton::Rows, |money| view! { <MoneyPanel money=money.clone() /> })
    });
    any_view! {
        <h2>{t(CreateTexts::Products)}</h2>
        <ItemGroups order=order actions=move |item| remove_button(item, order, action) />
        {money}
    }
}
