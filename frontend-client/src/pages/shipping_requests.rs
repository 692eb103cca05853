//! Shipping requests of the client: the list, a request, and the form that asks for items to be shipped.

use super::{
    recipient_choice::{RecipientSelect, chosen_recipient, missing_fields},
    request_steps::shipping_request_next,
};
use frontend_ui::{
    components::{Breadcrumb, Crumb, page_by_id},
    data::{List, use_record},
    features::{
        delivery::{self, DeliveryTexts},
        delivery_variants::DeliveryVariants,
        recipients::requirement_note,
        shipments,
        shipping::{ShippingTexts, grouping_name, request_badge, request_facts, request_row, requested_item_row},
    },
    i18n::days_text,
    prelude::*,
};
use leptos_router::hooks::use_navigate;
use shared_types::{
    country::Country,
    id::{ItemId, ShippingRequestId},
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{
        CreateShippingRequest, ListShippableItems, ListShippingRequests, NewShippingRequest, PACKABLE_ITEMS,
        PackableItem, ShippableQuery, ShippingGrouping, ShippingRequest, ShippingRequestMove, ShippingRequestQuery,
        ShippingRequestStatus, ShowShippingRequest, WithdrawShippingRequest,
    },
};
use std::collections::{BTreeMap, BTreeSet};

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
    let list = use_list(
        &[Topic::ShippingRequest],
        |request: &ShippingRequest| request.id.0,
        |cursor| {
            api::get::<ListShippingRequests>(ShippingRequestQuery {
                cursor,
                ..ShippingRequestQuery::default()
            })
        },
    );
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let empty = || {
        empty_state(
            t(ShippingRequestPageTexts::NoRequests),
            Some(t(ShippingRequestPageTexts::NoRequestsHint)),
        )
    };
    let content = move || {
        any_view! {
            <div class="shipment-rows">{list.rows().view(request_row)}</div>
            {list.more_button()}
        }
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
        {list.view(Skeleton::Rows, empty, content)}
    }
}

/// The way back to the list.
fn to_list() -> AnyView {
    any_view! { <Breadcrumb path=vec![Crumb::list("/client/shipping-requests", t(ShippingTexts::Requests))] /> }
}

#[component]
pub(crate) fn ShippingRequestPage() -> impl IntoView {
    page_by_id(request_page)
}

fn request_page(id: Memo<ShippingRequestId>) -> impl IntoView {
    let request = use_record(&[Topic::ShippingRequest], id, |id| {
        api::send::<ShowShippingRequest>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let action = use_action();
    Effect::new(move |_| {
        id.track();
        action.set_error(None);
    });
    view! {
        {to_list()}
        <ErrorNote error=action />
        {request.page(Skeleton::Rows, move || request_details(request, action))}
    }
}

fn request_details(request: Record<ShippingRequest>, action: Action) -> AnyView {
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let withdraw = move |_| {
        let Some((id, number)) = request.read(|request| (request.id, request.number.clone())) else {
            return;
        };
        let question = (
            t(ShippingRequestPageTexts::ConfirmWithdrawal).to_owned(),
            t(ShippingRequestPageTexts::WithdrawRequest),
        );
        let call = async move {
            let result = api::send::<WithdrawShippingRequest>((id,), Nothing {}, Nothing {}, Options::default()).await;
            request.reload();
            result
        };
        action.run_confirmed(number, question, call, |_| {
            notify(t(ShippingRequestPageTexts::RequestWithdrawn));
        });
    };
    let withdraw_button = move |may: &bool| {
        may.then(|| {
            view! {
                <button class="button" data-testid="withdraw" disabled=move || action.is_busy() on:click=withdraw>
                    {t(ShippingRequestPageTexts::WithdrawRequest)}
                </button>
            }
        })
    };
    let rows = request.view(|request| {
        let is_open = request.status == ShippingRequestStatus::Open;
        let items = request.items.iter().cloned();
        items.map(|item| requested_item_row(item, is_open, None)).collect_view()
    });
    let may_withdraw =
        move |request: &ShippingRequest| may_edit && request.moves.contains(&ShippingRequestMove::Withdraw);
    let status = request.slice(|request| request.status);
    any_view! {
        <div class="page-head">
            <h1 data-testid="request-number">{move || request.with(|request| request.number.clone())}</h1>
            {status.view(|status| request_badge(*status))}
            <div class="spacer"></div>
            {request.part(may_withdraw, withdraw_button)}
        </div>
        <p class="card" role="status" data-testid="next">
            {status.view(|status| shipping_request_next(*status))}
        </p>
        <div class="main-and-side">
            <div class="main">
                <section class="shop">
                    <h2>{t(LifecycleTexts::Contents)}</h2>
                    <ul>{rows}</ul>
                </section>
            </div>
            <div class="side">
                <section class="card">{request.view(request_facts)}</section>
            </div>
        </div>
    }
}

/// The page that asks for items to be shipped.
#[component]
pub(crate) fn CreateShippingRequestPage() -> impl IntoView {
    let items = use_list(
        &[Topic::ShippingRequest],
        |packable: &PackableItem| packable.item.item_id.0,
        |cursor| {
            api::get::<ListShippableItems>(ShippableQuery {
                cursor,
                ..ShippableQuery::default()
            })
        },
    );
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let empty = || {
        empty_state(
            t(ShippingRequestPageTexts::NothingToShip),
            Some(t(ShippingRequestPageTexts::NoRequestsHint)),
        )
    };
    let content = move || {
        let form = move |options: DeliveryOptions| any_view! { <RequestForm items=items options=options /> };
        options.show(Skeleton::Rows, move |value| form(value.clone()))
    };
    view! {
        {to_list()}
        <div class="page-head">
            <h1>{t(ShippingRequestPageTexts::NewRequest)}</h1>
        </div>
        {items.view(Skeleton::Rows, empty, content)}
    }
}

/// The country that the orders of all items have.
fn common_country(items: &[PackableItem]) -> Option<Country> {
    let countries: BTreeSet<Option<Country>> = items.iter().map(|packable| packable.target.country).collect();
    countries.first().copied().flatten().filter(|_| countries.len() == 1)
}

#[component]
fn RequestForm(items: List<PackableItem>, options: DeliveryOptions) -> impl IntoView {
    let marked = RwSignal::new(BTreeSet::<ItemId>::new());
    let all = Memo::new(move |_| -> BTreeSet<ItemId> {
        let ids = items.rows().map(|packable| packable.item.item_id);
        ids.into_iter().collect()
    });
    // Items that are requested elsewhere meanwhile are not chosen any more.
    let chosen = Memo::new(move |_| marked.with(|marked| marked & &*all.read()));
    let grouping = RwSignal::new(ShippingGrouping::Together);
    let (wishes, recipient) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let method = delivery::selection(None);
    let recipient_country = RwSignal::new(None::<Country>);
    let picked = Memo::new(move |_| {
        let mut picked = items.rows().map(PackableItem::clone);
        chosen.with(|chosen| picked.retain(|packable| chosen.contains(&packable.item.item_id)));
        picked
    });
    let titles = Signal::derive(move || -> BTreeMap<ItemId, String> {
        let title = |packable: &PackableItem| (packable.item.item_id, shipments::shown_title(&packable.item));
        picked.with(|picked| picked.iter().map(title).collect())
    });
    let country = Signal::derive(move || {
        recipient_country
            .get()
            .or_else(|| picked.with(|picked| common_country(picked)))
    });
    // The measures of one page of items are loaded at once, of more items only for the chosen ones.
    let loaded = Signal::derive(move || {
        let is_one_page = all.with(|all| u64::try_from(all.len()).is_ok_and(|count| count <= PACKABLE_ITEMS));
        let ids = || titles.with(|titles| titles.keys().map(ToString::to_string).collect::<Vec<_>>().join(","));
        (!is_one_page).then(ids).filter(|ids| !ids.is_empty())
    });
    let action = use_action();
    let select_all = move |event| {
        let checked = event_target_checked(&event);
        marked.set(if checked { all.get_untracked() } else { BTreeSet::new() });
    };
    let row = move |packable: PackableItem| {
        let item = packable.item.item_id;
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            marked.update(|marked| {
                if checked {
                    marked.insert(item);
                } else {
                    marked.remove(&item);
                }
            });
        };
        let lead = view! {
            <input
                type="checkbox"
                data-testid="choose-item"
                aria-label=packable.item.title.clone()
                prop:checked=move || marked.with(|marked| marked.contains(&item))
                on:change=toggle
            />
        };
        shipments::item_row(packable.item, Some(lead.into_any()))
    };
    let navigate = StoredValue::new_local(use_navigate());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = NewShippingRequest {
            items: chosen.get_untracked().into_iter().collect(),
            grouping: grouping.get_untracked(),
            wishes: wishes.get_untracked(),
            recipient_id: chosen_recipient(recipient),
            delivery_method_id: method.get_untracked().parse().ok(),
        };
        let call = api::send::<CreateShippingRequest>((), Nothing {}, body, Options::default());
        action.run(call, move |made| {
            notify(t(ShippingRequestPageTexts::RequestSent));
            let url = format!("/client/shipping-requests/{}", made.id);
            navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
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
    any_view! {
        <form class="create-order" on:submit=submit data-testid="request-form">
            <section class="shop">
                <h2>
                    <label class="row">
                        <input
                            type="checkbox"
                            data-testid="select-all"
                            prop:checked=move || chosen.with(BTreeSet::len) == all.with(BTreeSet::len)
                            on:change=select_all
                        />
                        {t(ShippingRequestPageTexts::SelectAll)}
                    </label>
                </h2>
                <ul>{items.rows().view(row)}</ul>
                <div class="row pager">{items.more_button()}</div>
            </section>
            <DeliveryVariants
                chosen=titles
                loaded=loaded
                country=country
                method=method
                grouping=grouping
                options=options.clone()
            />
            <section class="card">
                <fieldset class="choices">
                    <legend>{t(ShippingRequestPageTexts::DeliveryMethod)}</legend>
                    {choice(ShippingGrouping::Together)}
                    {choice(ShippingGrouping::Apart)}
                </fieldset>
                <RecipientSelect
                    selection=recipient
                    points=options.pickup_points.clone()
                    takes_default=true
                    country=recipient_country
                />
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
                <ErrorNote error=action />
                {move || action.error().map(|error| missing_fields(&error))}
            </section>
            <div class="estimate">
                <span class="total">{count_text}</span>
                <button
                    class="button primary"
                    data-testid="send-request"
                    disabled=move || action.is_busy() || chosen.with(BTreeSet::is_empty)
                >
                    {t(ShippingRequestPageTexts::SendRequest)}
                </button>
            </div>
        </form>
    }
}
