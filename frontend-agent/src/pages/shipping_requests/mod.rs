//! Shipping requests of clients: the list, and a request with its answer: confirm as shipments, or refuse.

mod table;

use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{
        ActiveRow, Breadcrumb, Crumb, Dialog, ErrorNote, Field, FilterTab, Loaded, SelectField, Skeleton, Table,
        empty_state, next_page_link, page_by_id,
    },
    features::shipping::{ShippingTexts, request_badge, request_facts, request_status_name, requested_item_row},
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live, use_live_object},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, path_and_query},
    id::{ItemId, ShippingRequestId},
    page::Page,
    shipments::{
        ConfirmShippingRequest, ListShipments, ListShippingRequests, RefuseShippingRequest, RequestedItem,
        RequestedShipment, ShipmentQuery, ShipmentStatus, ShipmentSummary, ShippingConfirmation, ShippingGrouping,
        ShippingRefusal, ShippingRequest, ShippingRequestMove, ShippingRequestQuery, ShippingRequestStatus,
        ShowShippingRequest,
    },
};
use std::collections::BTreeMap;

frontend_ui::texts! {
    enum AnswerTexts;
    None: "Заявок нет", "There are no requests", "暂无申请";
    Confirm: "Собрать посылки", "Make the shipments", "生成包裹";
    Refuse: "Отклонить", "Refuse", "拒绝";
    RefuseTitle: "Отклонить заявку", "Refuse the request", "拒绝申请";
    RefuseHint: "Клиент увидит причину.", "The client will see the reason.", "客户会看到原因。";
    NewShipment: "Новая посылка", "New shipment", "新包裹";
    LeaveOut: "Не отправлять", "Leave out", "不发货";
    Shipment: "Посылка", "Shipment", "包裹";
    Distribute: "Куда положить товары", "Where the items go", "商品分配";
}

/// The list of requests. The URL holds the status.
#[component]
pub(crate) fn ShippingRequestsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        let status = map.get("status");
        ShippingRequestQuery {
            // Requests that wait for an answer are shown first.
            status: match status.as_deref() {
                None => Some(ShippingRequestStatus::Open),
                Some(text) => ShippingRequestStatus::from_name(text),
            },
            limit: None,
            cursor: map.get("cursor").filter(|text| !text.is_empty()),
        }
    });
    let active: ActiveRow = RwSignal::new(None);
    let rows = Fetched::new(move || api::get::<ListShippingRequests>(query.get()));
    use_live(&[Topic::ShippingRequest], move || rows.refetch());
    let tab = move |status: Option<ShippingRequestStatus>| {
        let value = status.map_or("all", ShippingRequestStatus::as_str);
        let label = status.map_or(t(Text::All), request_status_name);
        view! {
            <FilterTab
                url=format!("/agent/shipping-requests?status={value}")
                is_active=Signal::derive(move || query.get().status == status)
                test_id=value
                name=label
            />
        }
    };
    let content = move |page: Page<ShippingRequest>| {
        if page.data.is_empty() {
            return empty_state(t(AnswerTexts::None), None);
        }
        let next = page.next_cursor.map(|cursor| {
            let next = ShippingRequestQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            };
            path_and_query::<ListShippingRequests>(&(), &next)
        });
        view! {
            <Table
                class="request-table"
                label=t(ShippingTexts::Requests)
                columns=table::columns()
                rows=page.data.into_iter().map(table::row).collect()
                active=active
                pager=Some(next_page_link(next).into_any())
            />
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(ShippingTexts::Requests)}</h1>
            <div class="spacer"></div>
            <a href="/agent/shipments" class="button">
                {t(LifecycleTexts::Shipments)}
            </a>
        </div>
        <nav class="tabs">
            {tab(Some(ShippingRequestStatus::Open))}{tab(Some(ShippingRequestStatus::Confirmed))}
            {tab(Some(ShippingRequestStatus::Refused))}{tab(Some(ShippingRequestStatus::Withdrawn))}{tab(None)}
        </nav>
        <Loaded resource=rows skeleton=Skeleton::Table content=content />
    }
}

#[component]
pub(crate) fn ShippingRequestPage() -> impl IntoView {
    page_by_id(request_page)
}

fn request_page(id: Memo<ShippingRequestId>) -> impl IntoView {
    let request =
        Fetched::new(move || api::send::<ShowShippingRequest>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    use_live_object(
        &[Topic::ShippingRequest],
        move || id.try_get_untracked(),
        move || request.refetch(),
    );
    let error = RwSignal::new(None::<Error>);
    // The dialog outlives the card, which is rebuilt when the request is fetched again.
    let refusing = RwSignal::new(false);
    Effect::new(move |_| {
        id.track();
        error.set(None);
        refusing.set(false);
    });
    let reload = Callback::new(move |()| request.refetch());
    let close = Callback::new(move |()| refusing.set(false));
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/shipping-requests", t(ShippingTexts::Requests))] />
        <ErrorNote error=error />
        <Loaded
            resource=request
            content=move |request: ShippingRequest| {
                view! { <RequestDetails request=request error=error refusing=refusing reload=reload /> }.into_any()
            }
        />
        {move || refusing.get().then(|| view! { <RefuseDialog id=id.get() close=close reload=reload /> })}
    }
}

fn idempotent() -> Options {
    Options::default()
}

#[component]
fn RequestDetails(
    request: ShippingRequest,
    error: RwSignal<Option<Error>>,
    /// Whether the dialog of the refusal is open.
    refusing: RwSignal<bool>,
    reload: Callback<()>,
) -> impl IntoView {
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let is_open = request.status == ShippingRequestStatus::Open;
    let (id, client) = (request.id, request.client_id);
    let may_confirm = may_edit && request.moves.contains(&ShippingRequestMove::Confirm);
    let contents = if may_confirm {
        let forming = Fetched::new(move || {
            api::get::<ListShipments>(ShipmentQuery {
                status: Some(ShipmentStatus::Forming),
                client_id: Some(client),
                ..ShipmentQuery::default()
            })
        });
        let (items, grouping) = (StoredValue::new(request.items.clone()), request.grouping);
        let form = move |page: Page<ShipmentSummary>| {
            view! { <Distribution id=id items=items.get_value() grouping=grouping forming=page.data error=error reload=reload /> }
            .into_any()
        };
        view! { <Loaded resource=forming content=form /> }.into_any()
    } else {
        let rows = request
            .items
            .clone()
            .into_iter()
            .map(|item| requested_item_row(item, is_open, None));
        view! {
            <section class="shop">
                <h2>{t(LifecycleTexts::Contents)}</h2>
                <ul>{rows.collect_view()}</ul>
            </section>
        }
        .into_any()
    };
    let facts = request_facts(&request);
    view! {
        <div class="page-head">
            <h1 data-testid="request-number">{request.number.clone()}</h1>
            {request_badge(request.status)}
            <a href=format!("/agent/clients/{client}") class="muted">
                {request.client_code.clone()}
                " · "
                <bdi>{request.client_name.clone()}</bdi>
            </a>
            <div class="spacer"></div>
            {may_confirm
                .then(|| {
                    view! {
                        <button class="button" data-testid="refuse" on:click=move |_| refusing.set(true)>
                            {t(AnswerTexts::Refuse)}
                        </button>
                    }
                })}
        </div>
        <div class="main-and-side">
            <div class="main">{contents}</div>
            <div class="side">
                <section class="card">{facts}</section>
            </div>
        </div>
    }
    .into_any()
}

/// The items with the shipment that each goes to, and the button that makes the shipments.
#[component]
fn Distribution(
    id: ShippingRequestId,
    items: Vec<RequestedItem>,
    grouping: ShippingGrouping,
    forming: Vec<ShipmentSummary>,
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
) -> impl IntoView {
    let busy = RwSignal::new(false);
    let available = items.iter().filter(|item| item.available).count();
    // Each item's choice: `new-1`, `new-2` … for new shipments, the id of a shipment, or an empty text.
    let new_shipments = available.clamp(1, 9);
    let mut options: Vec<(String, String)> = (1..=new_shipments)
        .map(|number| {
            (
                format!("new-{number}"),
                format!("{} {number}", t(AnswerTexts::NewShipment)),
            )
        })
        .collect();
    options.extend(forming.iter().map(|shipment| {
        (
            shipment.id.to_string(),
            format!("{} {}", t(AnswerTexts::Shipment), shipment.number),
        )
    }));
    options.push((String::new(), t(AnswerTexts::LeaveOut).to_owned()));
    let options = Signal::stored(options);
    let mut next = 0;
    let choices: Vec<(RequestedItem, Option<RwSignal<String>>)> = items
        .into_iter()
        .map(|item| {
            let choice = item.available.then(|| {
                next = match grouping {
                    ShippingGrouping::Together => 1,
                    ShippingGrouping::Apart => (next + 1).min(new_shipments),
                };
                RwSignal::new(format!("new-{next}"))
            });
            (item, choice)
        })
        .collect();
    let chosen: Vec<(ItemId, RwSignal<String>)> = choices
        .iter()
        .filter_map(|(item, choice)| Some((item.item.item_id, (*choice)?)))
        .collect();
    let chosen = StoredValue::new(chosen);
    let parcels = move || {
        let mut parcels: BTreeMap<String, Vec<ItemId>> = BTreeMap::new();
        chosen.with_value(|chosen| {
            for (item, choice) in chosen {
                let key = choice.get();
                if !key.is_empty() {
                    parcels.entry(key).or_default().push(*item);
                }
            }
        });
        parcels
    };
    let confirm = move |_| {
        busy.set(true);
        let parcel = |(key, items): (String, Vec<ItemId>)| RequestedShipment {
            items,
            shipment_id: key.parse().ok(),
        };
        let body = ShippingConfirmation {
            parcels: untrack(parcels).into_iter().map(parcel).collect(),
        };
        spawn_local(async move {
            let result = api::send::<ConfirmShippingRequest>((id,), Nothing {}, body, idempotent()).await;
            error.set(result.err());
            busy.set(false);
            reload.try_run(());
        });
    };
    let rows = choices.into_iter().map(|(item, choice)| {
        let select = choice.map(|choice| {
            view! {
                <li class="row item-shipment">
                    <SelectField name="parcel" label=t(AnswerTexts::Shipment) value=choice options=options />
                </li>
            }
        });
        view! {
            {requested_item_row(item, true, None)}
            {select}
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="shop">
            <h2>
                {t(AnswerTexts::Distribute)}<span class="spacer"></span>
                <button
                    class="button primary"
                    data-testid="confirm-request"
                    disabled=move || busy.get() || parcels().is_empty()
                    on:click=confirm
                >
                    {t(AnswerTexts::Confirm)}
                </button>
            </h2>
            <ul>{rows}</ul>
        </section>
    }
    .into_any()
}

#[component]
fn RefuseDialog(id: ShippingRequestId, close: Callback<()>, reload: Callback<()>) -> impl IntoView {
    let reason = RwSignal::new(String::new());
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        let body = ShippingRefusal {
            reason: reason.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<RefuseShippingRequest>((id,), Nothing {}, body, idempotent()).await {
                Ok(_) => {
                    close.try_run(());
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    view! {
        <Dialog title=t(AnswerTexts::RefuseTitle) close=close>
            <form on:submit=submit>
                <ErrorNote error=error />
                <p class="muted">{t(AnswerTexts::RefuseHint)}</p>
                <Field name="reason" label=t(Text::Reason) value=reason error=error required=true focus=true />
                <div class="row">
                    <button class="button primary" data-testid="send-refusal" disabled=move || busy.get()>
                        {t(AnswerTexts::Refuse)}
                    </button>
                    <button type="button" class="quiet" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
