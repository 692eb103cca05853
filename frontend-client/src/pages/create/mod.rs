//! The page that creates an order: type, recipient, comment, products by form and by spreadsheet, and the estimate.
//!
//! The draft is created on the server with its first product, so that a failure or a reload loses nothing: products are in the
//! draft, and the browser tab keeps typed text.

mod about;
mod fields;

use super::import_file::{FileImport, ImportPreviewState};
use about::about_order;
use fields::{OrderFields, finish, load_draft};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, Icon, Loaded, confirmed},
    features::{
        cost::total_label,
        item_form::{DraftSource, ItemForm},
        item_switches::remember_item_switches,
        items::{self, ItemGroups, totals_text},
        money::MoneyPanel,
    },
    format,
    i18n::{Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    items::{Item, RemoveItem},
    money::Money,
    orders::{Order, OrderMoney, ShowOrderMoney},
    settings::{DeliveryOptions, ListDeliveryOptions},
};
use std::sync::Arc;

frontend_ui::texts! {
    /// A text of the page that creates an order.
    pub(super) enum CreateTexts;
    AboutOrder: "О заказе", "About the order", "订单信息";
    Products: "Товары", "Products", "商品";
    ByForm: "Добавить товар", "Add a product", "添加商品";
    ByTable: "Импорт из таблицы", "Import a spreadsheet", "从表格导入";
    SaveDraft: "Сохранить черновик", "Save the draft", "保存草稿";
    Submit: "Отправить агенту", "Submit to the agent", "提交给代购商";
    Typed: "вводимый товар", "the product being typed", "正在填写的商品";
    NoProducts: "Добавьте товар формой или загрузите таблицу.", "Add a product with the form, or import a spreadsheet.", "请用表单添加商品，或导入表格。";
    CommentHint: "Комментарий к заказу", "Comment on the order", "订单备注";
}

/// The page that creates an order.
#[component]
pub(crate) fn CreatePage() -> impl IntoView {
    remember_item_switches();
    let fields = OrderFields::new();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let version = RwSignal::new(0_u32);
    let typed = RwSignal::new(None::<Money>);
    let (importing, import) = (RwSignal::new(false), ImportPreviewState::new());
    let options = Fetched::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let draft = Memo::new(move |_| fields.draft_id());
    let order = Fetched::new(move || {
        version.track();
        let id = draft.get();
        async move {
            match id {
                Some(id) => load_draft(id, fields).await.map(Some),
                None => Ok(None),
            }
        }
    });
    let navigate = StoredValue::new_local(use_navigate());
    let leave = move |submit: bool| {
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let result = finish(fields, submit).await;
            match result {
                Ok(url) => {
                    fields.kept.forget();
                    navigate.try_with_value(|navigate| navigate(&url, NavigateOptions::default()));
                }
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let reload = Callback::new(move |()| version.update(|version| *version += 1));
    let source: DraftSource = Arc::new(move || Box::pin(fields.ensure_draft()));
    let source = StoredValue::new(source);
    let open_import = move |_| {
        error.set(None);
        spawn_local(async move {
            match fields.ensure_draft().await {
                Ok(_) => importing.set(true),
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let tab = move |is_import: bool, label: CreateTexts, mark: &'static str| {
        let selected = move || (importing.get() == is_import).to_string();
        let choose = move |event| {
            if is_import {
                open_import(event);
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
            return view! { <FileImport order=id shown=import changed=reload leave=leave /> }.into_any();
        }
        view! { <ItemForm draft=source.get_value() item=None done=reload keep="new-item" typed=typed /> }.into_any()
    };
    let has_items = move || order.with(|order| matches!(order, Some(Ok(Some(order))) if !order.items.is_empty()));
    view! {
        <div class="page-head">
            <h1>{t(Text::NewOrder)}</h1>
        </div>
        <div class="create-order" data-testid="create-order">
            <section class="card" data-testid="order-fields">
                <h2>{t(CreateTexts::AboutOrder)}</h2>
                <Loaded resource=options content=move |options: DeliveryOptions| about_order(fields, options, error) />
            </section>
            <div class="tabs" role="tablist">
                {tab(false, CreateTexts::ByForm, "tab-form")}
                {tab(true, CreateTexts::ByTable, "tab-import")}
            </div>
            {products}
            <Loaded resource=order content={move |order: Option<Order>| draft_items(order, reload, error)} />
            <ErrorNote error=error />
            <div class="estimate" data-testid="estimate">
                <span class="total">{move || estimate_text(order.get(), typed.get())}</span>
                <button
                    type="button"
                    class="button"
                    data-testid="create"
                    disabled=move || busy.get()
                    on:click=move |_| leave(false)
                >
                    {t(CreateTexts::SaveDraft)}
                </button>
                <button
                    type="button"
                    class="button primary"
                    data-testid="submit-order"
                    disabled=move || busy.get() || !has_items()
                    on:click=move |_| leave(true)
                >
                    {t(CreateTexts::Submit)}
                </button>
            </div>
        </div>
    }
}

/// The total of the draft, and the addition of the typed product.
fn estimate_text(order: Option<Result<Option<Order>, Error>>, typed: Option<Money>) -> String {
    let total = match order {
        Some(Ok(Some(order))) => format!("{}: {}", total_label(&order.summary), totals_text(&order)),
        _ => format!("{}: —", t(Text::Total)),
    };
    match typed.filter(|typed| typed.minor > 0) {
        Some(typed) => format!("{total} + {} ({})", format::money(typed), t(CreateTexts::Typed)),
        None => total,
    }
}

/// The products of the draft with the preliminary calculation.
fn draft_items(order: Option<Order>, reload: Callback<()>, error: RwSignal<Option<Error>>) -> AnyView {
    let Some(order) = order.filter(|order| !order.items.is_empty()) else {
        return view! {
            <div class="empty">
                <p>{t(CreateTexts::NoProducts)}</p>
            </div>
        }
        .into_any();
    };
    let id = order.summary.id;
    let actions = move |item: &Item| {
        let (item_id, name) = (item.id, items::full_name(item));
        let remove = move |_| {
            let name = name.clone();
            spawn_local(async move {
                if !confirmed(name, t(Text::ConfirmRemoveItem), t(Text::Delete)).await {
                    return;
                }
                match api::send::<RemoveItem>((id, item_id), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => {
                        reload.try_run(());
                    }
                    Err(err) => error.set(Some(err)),
                }
            });
        };
        view! {
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
        .into_any()
    };
    let sees_money = current_user().may(Object::OrderPrices, Level::View);
    let money = sees_money.then(|| {
        let money =
            Fetched::new(move || api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default()));
        view! { <Loaded resource=money content=|money: OrderMoney| view! { <MoneyPanel money=money /> }.into_any() /> }
    });
    view! {
        <h2>{t(CreateTexts::Products)}</h2>
        <ItemGroups order=order actions=actions />
        {money}
    }
    .into_any()
}
