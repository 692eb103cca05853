//! The page that creates an order: type, recipient, comment, products by form and by spreadsheet, and the estimate.
//!
//! The draft is created on the server with its first product, so that a failure or a reload loses nothing: products are in the
//! draft, and what is typed is kept by the browser tab.

use super::{
    import_file::FileImport,
    item_form::{DraftSource, ItemForm},
    paste_import::ImportForm,
    recipient_choice::{RecipientSelect, chosen_recipient},
    terms::agent_terms,
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{CountryField, ErrorNote, Field, Loaded, confirmed},
    features::{
        items::{ItemGroups, totals_text},
        money::MoneyPanel,
        orders::load_with_all_items,
    },
    format,
    i18n::{Text, t},
    kept_fields::KeptForm,
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::OrderId,
    items::{Item, RemoveItem},
    money::Money,
    orders::{
        ChangeOrder, CreateOrder, ListClientOrderItems, NewOrder, Order, OrderChange, OrderMoney, OrderType,
        ShowClientOrder, ShowClientOrderMoney, SubmitOrder,
    },
    recipients::{ChooseOrderRecipient, RecipientChoice},
    settings::{DeliveryOptions, ListClientDeliveryOptions, SelfBuyout},
};
use std::sync::Arc;

frontend_ui::texts! {
    enum CreateTexts;
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

/// The texts of the order's own fields, and the draft once it exists.
#[derive(Clone, Copy)]
struct OrderFields {
    draft: RwSignal<String>,
    key: RwSignal<String>,
    kind: RwSignal<String>,
    title: RwSignal<String>,
    comment: RwSignal<String>,
    recipient: RwSignal<String>,
    country: RwSignal<String>,
    city: RwSignal<String>,
    kept: KeptForm,
}

impl OrderFields {
    fn new() -> Self {
        let text = |text: &str| RwSignal::new(text.to_owned());
        let (draft, key) = (text(""), RwSignal::new(api::new_idempotency_key()));
        let (kind, title, comment) = (text(OrderType::Standard.as_str()), text(""), text(""));
        let (recipient, country, city) = (text(""), text("RU"), text(""));
        let fields = vec![
            ("draft", draft),
            ("key", key),
            ("type", kind),
            ("title", title),
            ("comment", comment),
            ("recipient", recipient),
            ("country", country),
            ("city", city),
        ];
        Self {
            draft,
            key,
            kind,
            title,
            comment,
            recipient,
            country,
            city,
            kept: KeptForm::new("create-order", fields),
        }
    }

    fn draft_id(self) -> Option<OrderId> {
        self.draft.get().parse().ok()
    }

    fn order_type(self) -> OrderType {
        OrderType::from_name(&self.kind.get()).unwrap_or(OrderType::Standard)
    }

    /// Creates the draft with the fields. One idempotency key per draft: a retry after a lost response creates no second one.
    async fn create(self) -> Result<OrderId, Error> {
        let recipient_id = chosen_recipient(self.recipient);
        let place = |text: RwSignal<String>| Some(text.get_untracked()).filter(|_| recipient_id.is_none());
        let body = NewOrder {
            order_type: untrack(|| self.order_type()),
            title: Some(self.title.get_untracked()),
            comment: Some(self.comment.get_untracked()),
            destination_country: place(self.country),
            destination_city: place(self.city),
            recipient_id,
        };
        let options = Options {
            idempotency_key: Some(self.key.get_untracked()),
            ..Options::default()
        };
        match api::send::<CreateOrder>((), Nothing {}, body, options).await {
            Ok(order) => {
                self.draft.set(order.summary.id.to_string());
                Ok(order.summary.id)
            }
            Err(error) => {
                // The corrected fields are another request.
                if matches!(error, Error::Problem(_)) {
                    self.key.set(api::new_idempotency_key());
                }
                Err(error)
            }
        }
    }

    /// Returns the draft, and creates it if there is none yet.
    async fn ensure_draft(self) -> Result<OrderId, Error> {
        match untrack(|| self.draft_id()) {
            Some(id) => Ok(id),
            None => self.create().await,
        }
    }

    /// Creates the draft, or writes the fields into it.
    async fn save(self) -> Result<OrderId, Error> {
        let Some(id) = untrack(|| self.draft_id()) else {
            return self.create().await;
        };
        let recipient = chosen_recipient(self.recipient);
        let place = |text: RwSignal<String>| Some(text.get_untracked()).filter(|_| recipient.is_none());
        let body = OrderChange {
            order_type: Some(untrack(|| self.order_type())),
            delivery: None,
            title: Some(self.title.get_untracked()),
            comment: Some(self.comment.get_untracked()),
            destination_country: place(self.country),
            destination_city: place(self.city),
        };
        api::send::<ChangeOrder>((id,), Nothing {}, body, Options::default()).await?;
        if let Some(recipient_id) = recipient {
            let body = RecipientChoice { recipient_id };
            let with_key = Options {
                idempotency_key: Some(api::new_idempotency_key()),
                ..Options::default()
            };
            api::send::<ChooseOrderRecipient>((id,), Nothing {}, body, with_key).await?;
        }
        Ok(id)
    }
}

/// The page that creates an order.
#[component]
pub(crate) fn CreatePage() -> impl IntoView {
    let fields = OrderFields::new();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let version = RwSignal::new(0_u32);
    let typed = RwSignal::new(None::<Money>);
    let importing = RwSignal::new(false);
    let options = LocalResource::new(|| api::get::<ListClientDeliveryOptions>(Nothing {}));
    let draft = Memo::new(move |_| fields.draft_id());
    let order = LocalResource::new(move || {
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
                Ok(id) => {
                    fields.kept.forget();
                    let url = format!("/client/orders/{id}");
                    navigate.with_value(|navigate| navigate(&url, NavigateOptions::default()));
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
            return view! {
                <FileImport order=id changed=reload />
                <ImportForm order=id done=reload />
            }
            .into_any();
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

/// Loads the draft. A draft that was submitted or deleted elsewhere is forgotten.
async fn load_draft(id: OrderId, fields: OrderFields) -> Result<Order, Error> {
    let loaded = load_with_all_items::<ShowClientOrder, ListClientOrderItems>(id, RwSignal::new(None)).await;
    let is_gone = match &loaded {
        Ok(order) => !order.summary.status.is_editable_by_client(),
        Err(Error::Problem(problem)) => problem.status == 404,
        Err(_) => false,
    };
    if is_gone {
        fields.kept.clear();
    }
    loaded
}

/// Saves the fields into the draft, and submits it.
async fn finish(fields: OrderFields, submit: bool) -> Result<OrderId, Error> {
    let id = fields.save().await?;
    if submit {
        let options = Options {
            idempotency_key: Some(api::new_idempotency_key()),
            ..Options::default()
        };
        api::send::<SubmitOrder>((id,), Nothing {}, Nothing {}, options).await?;
    }
    Ok(id)
}

/// The total of the draft, and what the product being typed would add.
fn estimate_text(order: Option<Result<Option<Order>, Error>>, typed: Option<Money>) -> String {
    let total = match order {
        Some(Ok(Some(order))) => format!("{}: {}", t(Text::Total), totals_text(&order)),
        _ => format!("{}: —", t(Text::Total)),
    };
    match typed.filter(|typed| typed.minor > 0) {
        Some(typed) => format!("{total} + {} ({})", format::money(typed), t(CreateTexts::Typed)),
        None => total,
    }
}

/// Type, title, comment and destination.
fn about_order(fields: OrderFields, options: DeliveryOptions, error: RwSignal<Option<Error>>) -> AnyView {
    let terms = agent_terms();
    let choice = move |value: OrderType, name: Text, hint: Text| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="type"
                    data-testid=value.as_str()
                    prop:checked=move || fields.order_type() == value
                    on:change=move |_| fields.kind.set(value.as_str().to_owned())
                />
                <span>
                    <strong>{t(name)}</strong>
                    <small class="muted">{t(hint)}</small>
                </span>
            </label>
        }
    };
    let sees_book = current_user().may(Object::Shipments, Level::View);
    view! {
        <fieldset class="choices">
            <legend>{t(Text::Type)}</legend>
            {choice(OrderType::Standard, Text::Standard, Text::StandardHint)}
            {move || {
                terms()
                    .self_buyout
                    .enabled
                    .then(|| choice(OrderType::SelfBuyout, Text::SelfBuyout, Text::SelfBuyoutHint))
            }}
        </fieldset>
        {move || (fields.order_type() == OrderType::SelfBuyout).then(|| self_buyout_notes(terms().self_buyout))}
        <Field name="title" label=t(Text::Title) value=fields.title error=error />
        {sees_book
            .then(|| {
                view! { <RecipientSelect selection=fields.recipient points=options.pickup_points takes_default=true /> }
            })}
        {move || {
            fields
                .recipient
                .get()
                .is_empty()
                .then(|| {
                    view! {
                        <div class="grid two">
                            <CountryField
                                name="destination_country"
                                label=t(Text::Country)
                                value=fields.country
                                error=error
                            />
                            <Field name="destination_city" label=t(Text::City) value=fields.city error=error />
                        </div>
                    }
                })
        }}
        <label class="field">
            <span>{t(CreateTexts::CommentHint)}</span>
            <textarea
                name="order_comment"
                data-testid="order_comment"
                rows="2"
                maxlength="2000"
                prop:value=move || fields.comment.get()
                on:input=move |event| fields.comment.set(event_target_value(&event))
            ></textarea>
        </label>
    }
    .into_any()
}

/// The warehouse address and the agent's note about self-buyouts.
fn self_buyout_notes(terms: SelfBuyout) -> AnyView {
    let note = |text: String| (!text.is_empty()).then(|| view! { <p class="note multiline">{text}</p> });
    view! {
        {note(terms.warehouse_address)}
        {note(terms.note)}
    }
    .into_any()
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
        let item_id = item.id;
        let remove = move |_| {
            spawn_local(async move {
                if !confirmed(t(Text::ConfirmRemoveItem), t(Text::Delete)).await {
                    return;
                }
                match api::send::<RemoveItem>((id, item_id), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => reload.run(()),
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
                    "✕"
                </button>
            </div>
        }
        .into_any()
    };
    let sees_money = current_user().may(Object::OrderPrices, Level::View);
    let money = sees_money.then(|| {
        let money = LocalResource::new(move || {
            api::send::<ShowClientOrderMoney>((id,), Nothing {}, Nothing {}, Options::default())
        });
        view! { <Loaded resource=money content=|money: OrderMoney| view! { <MoneyPanel money=money /> }.into_any() /> }
    });
    view! {
        <h2>{t(CreateTexts::Products)}</h2>
        <ItemGroups order=order actions=actions />
        {money}
    }
    .into_any()
}
