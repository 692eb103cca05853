//! Shipping requests of the client: the list, a request, and the form that asks for items to be shipped.

use super::{
    recipient_choice::{RecipientSelect, chosen_recipient, missing_fields},
    request_steps::shipping_request_next,
};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Breadcrumb, Crumb, ErrorNote, Loaded, LoadedRows, confirmed, empty_state, notify, page_by_id},
    features::{
        delivery::{self, DeliveryTexts},
        recipients::requirement_note,
        shipments,
        shipping::{ShippingTexts, grouping_name, request_badge, request_facts, request_row, requested_item_row},
    },
    i18n::{LifecycleTexts, days_text, t},
    live::{Topic, use_live, use_live_object, use_live_selection},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, ShippingRequestId},
    page::{Listing, Page},
    settings::{DeliveryOptions, ListClientDeliveryOptions},
    shipments::{
        CreateShippingRequest, ListClientShippingRequests, ListShippableItems, NewShippingRequest, PackableItem,
        ShippingGrouping, ShippingRequest, ShippingRequestMove, ShippingRequestQuery, ShippingRequestStatus,
        ShowClientShippingRequest, WithdrawShippingRequest,
    },
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    /// A text of the pages of a client's shipping requests.
    pub(crate) enum ShippingRequestPageTexts;
    ShipItems: "Отправить товары", "Ship items", "申请发货";
    NewRequest: "Новая заявка на отправку", "New shipping request", "新建发货申请";
    SendRequest: "Отправить заявку", "Send the request", "提交申请";
    WithdrawRequest: "Отозвать заявку", "Withdraw the request", "撤回申请";
    ConfirmWithdrawal:
        "Отозвать заявку? Товары можно будет заказать к отправке снова.",
        "Withdraw the request? Its items can be requested again.",
        "确定撤回申请？商品可重新申请发货。";
    NoRequests: "Заявок пока нет", "No requests yet", "暂无申请";
    NoRequestsHint:
        "Когда товары придут на склад, выберите, что и как отправить.",
        "When items are in the warehouse, choose what to ship and how.",
        "商品入库后，您可选择发货内容和方式。";
    NothingToShip: "На складе нет товаров, которые можно отправить", "There are no items to ship in the warehouse", "仓库中暂无可发货的商品";
    SelectAll: "Выбрать все", "Select all", "全选";
    SelectedCount: "Выбрано", "Selected", "已选";
    RequestSent: "Заявка на отправку отправлена", "The shipping request is sent", "发货申请已提交";
    RequestWithdrawn: "Заявка отозвана", "The request is withdrawn", "申请已撤回";
    DeliveryMethod: "Как отправить", "How to ship", "发货方式";
}

/// The list of the client's requests.
#[component]
pub(crate) fn ShippingRequestsPage() -> impl IntoView {
    let rows = Fetched::new(|| api::get::<ListClientShippingRequests>(ShippingRequestQuery::default()));
    use_live(&[Topic::ShippingRequest], move || rows.refetch());
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let content = |page: Page<ShippingRequest>| {
        if page.data.is_empty() {
            return empty_state(
                t(ShippingRequestPageTexts::NoRequests),
                Some(t(ShippingRequestPageTexts::NoRequestsHint)),
            );
        }
        let loaded = LoadedRows::new(page);
        let load = |cursor| {
            api::get::<ListClientShippingRequests>(ShippingRequestQuery {
                cursor,
                ..ShippingRequestQuery::default()
            })
        };
        view! {
            <div class="shipment-rows">
                {loaded.first().into_iter().map(request_row).collect_view()}
                <For each=move || loaded.further() key=|request| request.id children=request_row />
            </div>
            {loaded.more_button(load)}
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(ShippingTexts::Requests)}</h1>
            <div class="spacer"></div>
            {may_edit
                .then(|| {
                    view! {
                        <a href="/client/shipping-requests/create" class="button primary" data-testid="ask-shipping">
                            {t(ShippingRequestPageTexts::ShipItems)}
                        </a>
                    }
                })}
        </div>
        <Loaded resource=rows content=content />
    }
}

/// The way back to the list.
fn to_list() -> AnyView {
    view! { <Breadcrumb path=vec![Crumb::list("/client/shipping-requests", t(ShippingTexts::Requests))] /> }.into_any()
}

#[component]
pub(crate) fn ShippingRequestPage() -> impl IntoView {
    page_by_id(request_page)
}

fn request_page(id: Memo<ShippingRequestId>) -> impl IntoView {
    let request = Fetched::new(move || {
        api::send::<ShowClientShippingRequest>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    use_live_object(
        &[Topic::ShippingRequest],
        move || id.try_get_untracked(),
        move || request.refetch(),
    );
    let reload = Callback::new(move |()| request.refetch());
    let error = RwSignal::new(None::<Error>);
    Effect::new(move |_| {
        id.track();
        error.set(None);
    });
    view! {
        {to_list()}
        <ErrorNote error=error />
        <Loaded resource=request content=move |request: ShippingRequest| request_details(request, error, reload) />
    }
}

fn request_details(request: ShippingRequest, error: RwSignal<Option<Error>>, reload: Callback<()>) -> AnyView {
    let id = request.id;
    let busy = RwSignal::new(false);
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let number = request.number.clone();
    let withdraw = move |_| {
        let number = number.clone();
        spawn_local(async move {
            if !confirmed(
                number,
                t(ShippingRequestPageTexts::ConfirmWithdrawal),
                t(ShippingRequestPageTexts::WithdrawRequest),
            )
            .await
            {
                return;
            }
            busy.set(true);
            let result = api::send::<WithdrawShippingRequest>((id,), Nothing {}, Nothing {}, Options::default()).await;
            if result.is_ok() {
                notify(t(ShippingRequestPageTexts::RequestWithdrawn));
            }
            error.set(result.err());
            busy.set(false);
            reload.try_run(());
        });
    };
    let may_withdraw = may_edit && request.moves.contains(&ShippingRequestMove::Withdraw);
    let is_open = request.status == ShippingRequestStatus::Open;
    let rows = request
        .items
        .clone()
        .into_iter()
        .map(|item| requested_item_row(item, is_open, None))
        .collect_view();
    view! {
        <div class="page-head">
            <h1 data-testid="request-number">{request.number.clone()}</h1>
            {request_badge(request.status)}
            <div class="spacer"></div>
            {may_withdraw
                .then(|| {
                    view! {
                        <button class="button" data-testid="withdraw" disabled=move || busy.get() on:click=withdraw>
                            {t(ShippingRequestPageTexts::WithdrawRequest)}
                        </button>
                    }
                })}
        </div>
        <p class="card" role="status" data-testid="next">
            {shipping_request_next(request.status)}
        </p>
        <div class="main-and-side">
            <div class="main">
                <section class="shop">
                    <h2>{t(LifecycleTexts::Contents)}</h2>
                    <ul>{rows}</ul>
                </section>
            </div>
            <div class="side">
                <section class="card">{request_facts(&request)}</section>
            </div>
        </div>
    }
    .into_any()
}

/// The page that asks for items to be shipped.
#[component]
pub(crate) fn CreateShippingRequestPage() -> impl IntoView {
    let items = Fetched::new(|| api::get::<ListShippableItems>(Nothing {}));
    use_live_selection(&[Topic::ShippingRequest], move || items.refetch());
    let options = Fetched::new(|| api::get::<ListClientDeliveryOptions>(Nothing {}));
    let content = move |list: Listing<PackableItem>| {
        if list.data.is_empty() {
            return empty_state(
                t(ShippingRequestPageTexts::NothingToShip),
                Some(t(ShippingRequestPageTexts::NoRequestsHint)),
            );
        }
        let items = StoredValue::new(list.data);
        let form = move |options: DeliveryOptions| {
            view! { <RequestForm items=items.get_value() options=options /> }.into_any()
        };
        view! { <Loaded resource=options content=form /> }.into_any()
    };
    view! {
        {to_list()}
        <div class="page-head">
            <h1>{t(ShippingRequestPageTexts::NewRequest)}</h1>
        </div>
        <Loaded resource=items content=content />
    }
}

#[component]
fn RequestForm(items: Vec<PackableItem>, options: DeliveryOptions) -> impl IntoView {
    let chosen = RwSignal::new(BTreeSet::<ItemId>::new());
    let grouping = RwSignal::new(ShippingGrouping::Together);
    let (wishes, recipient) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let method = delivery::selection(None);
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let all: BTreeSet<ItemId> = items.iter().map(|packable| packable.item.item_id).collect();
    let total = all.len();
    let all = StoredValue::new(all);
    let select_all = move |event| {
        let checked = event_target_checked(&event);
        chosen.set(if checked { all.get_value() } else { BTreeSet::new() });
    };
    let rows = items.into_iter().map(|packable| {
        let item = packable.item.item_id;
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            chosen.update(|chosen| {
                if checked {
                    chosen.insert(item);
                } else {
                    chosen.remove(&item);
                }
            });
        };
        let lead = view! {
            <input
                type="checkbox"
                data-testid="choose-item"
                aria-label=packable.item.title.clone()
                prop:checked=move || chosen.with(|chosen| chosen.contains(&item))
                on:change=toggle
            />
        };
        shipments::item_row(packable.item, Some(lead.into_any()))
    });
    let rows = rows.collect_view();
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        let body = NewShippingRequest {
            items: chosen.get_untracked().into_iter().collect(),
            grouping: grouping.get_untracked(),
            wishes: wishes.get_untracked(),
            recipient_id: chosen_recipient(recipient),
            delivery_method_id: method.get_untracked().parse().ok(),
        };
        let navigate = navigate.clone();
        spawn_local(async move {
            match api::send::<CreateShippingRequest>((), Nothing {}, body, Options::default()).await {
                Ok(made) => {
                    notify(t(ShippingRequestPageTexts::RequestSent));
                    navigate(
                        &format!("/client/shipping-requests/{}", made.id),
                        leptos_router::NavigateOptions::default(),
                    );
                }
                Err(err) => {
                    error.set(Some(err));
                    busy.set(false);
                }
            }
        });
    };
    let choice = move |value: ShippingGrouping| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="grouping"
                    data-testid=value.as_str()
                    prop:checked=move || grouping.get() == value
                    on:change=move |_| grouping.set(value)
                />
                <span>
                    <strong>{grouping_name(value)}</strong>
                </span>
            </label>
        }
    };
    let count_text = move || {
        format!(
            "{}: {}",
            t(ShippingRequestPageTexts::SelectedCount),
            chosen.with(BTreeSet::len)
        )
    };
    view! {
        <form class="create-order" on:submit=submit data-testid="request-form">
            <section class="shop">
                <h2>
                    <label class="row">
                        <input
                            type="checkbox"
                            data-testid="select-all"
                            prop:checked=move || chosen.with(BTreeSet::len) == total
                            on:change=select_all
                        />
                        {t(ShippingRequestPageTexts::SelectAll)}
                    </label>
                </h2>
                <ul>{rows}</ul>
            </section>
            <section class="card">
                <fieldset class="choices">
                    <legend>{t(ShippingRequestPageTexts::DeliveryMethod)}</legend>
                    {choice(ShippingGrouping::Together)}
                    {choice(ShippingGrouping::Apart)}
                </fieldset>
                <RecipientSelect selection=recipient points=options.pickup_points.clone() takes_default=true />
                {delivery::choice_field(
                    "delivery_method_id",
                    DeliveryTexts::Method,
                    method,
                    &options.methods,
                    None,
                    days_text,
                )}
                {requirement_note(options.methods.clone(), method)}
                <label class="field">
                    <span>{t(ShippingTexts::Wishes)}</span>
                    <textarea
                        dir="auto"
                        name="wishes"
                        data-testid="wishes"
                        rows="3"
                        maxlength="2000"
                        prop:value=move || wishes.get()
                        on:input=move |event| wishes.set(event_target_value(&event))
                    ></textarea>
                </label>
                <ErrorNote error=error />
                {move || error.get().map(|error| missing_fields(&error))}
            </section>
            <div class="estimate">
                <span class="total">{count_text}</span>
                <button
                    class="button primary"
                    data-testid="send-request"
                    disabled=move || busy.get() || chosen.with(BTreeSet::is_empty)
                >
                    {t(ShippingRequestPageTexts::SendRequest)}
                </button>
            </div>
        </form>
    }
    .into_any()
}
