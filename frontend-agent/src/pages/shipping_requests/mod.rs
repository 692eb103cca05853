//! Shipping requests of clients: the list, and a request with its answer: confirm as shipments, or refuse.

mod table;
mod variants;

use frontend_ui::{
    api::Fetched,
    components::{ActiveRow, Breadcrumb, Crumb, FilterTab, Table, count_label, page_by_id},
    data::use_record,
    features::shipping::{ShippingTexts, request_badge, request_facts, request_status_name, requested_item_row},
    live::use_live_counts,
    prelude::*,
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    id::{ClientId, ItemId, ShippingRequestId},
    page::Page,
    shipments::{
        ConfirmShippingRequest, CountShippingRequests, ListShipments, ListShippingRequests, RefuseShippingRequest,
        RequestedItem, RequestedShipment, ShipmentQuery, ShipmentStatus, ShipmentSummary, ShippingConfirmation,
        ShippingGrouping, ShippingRefusal, ShippingRequest, ShippingRequestMove, ShippingRequestQuery,
        ShippingRequestStatus, ShowShippingRequest,
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
            oldest_first: None,
            updated_since: None,
            limit: None,
            cursor: map.get("cursor").filter(|text| !text.is_empty()),
        }
    });
    let active: ActiveRow = RwSignal::new(None);
    let list = use_list(
        &[Topic::ShippingRequest],
        |row: &ShippingRequest| row.id.0,
        move |_| {
            let query = query.get();
            let is_queue = query.status == Some(ShippingRequestStatus::Open);
            api::get::<ListShippingRequests>(ShippingRequestQuery {
                oldest_first: is_queue.then_some(true),
                ..query
            })
        },
    );
    let counts = Fetched::new(|| api::get::<CountShippingRequests>(Nothing {}));
    use_live_counts(&[Topic::ShippingRequest], move || counts.refetch());
    let count_of = move |status: Option<ShippingRequestStatus>| {
        counts.with(|counts| {
            let counts = counts?.as_ref().ok()?;
            status.map_or(Some(counts.all), |status| counts.by_status.get(&status).copied())
        })
    };
    let tab = move |status: Option<ShippingRequestStatus>| {
        let value = status.map_or("all", ShippingRequestStatus::as_str);
        let label = status.map_or(t(Text::All), request_status_name);
        view! {
            <FilterTab
                url=format!("/agent/shipping-requests?status={value}")
                is_active=Signal::derive(move || query.get().status == status)
                test_id=value
                name=label
            >
                <span class="count">{move || count_of(status).map(count_label)}</span>
            </FilterTab>
        }
    };
    let next_url = move |cursor| {
        let next = ShippingRequestQuery {
            cursor: Some(cursor),
            ..query.get()
        };
        api::path_and_query::<ListShippingRequests>(&(), &next)
    };
    let content = move || {
        any_view! {
            <Table
                class="request-table"
                label=t(ShippingTexts::Requests)
                columns=table::columns()
                rows=list.table_rows(table::row)
                active=active
                pager=Some(list.pager(next_url, move || count_of(query.read().status)))
            />
        }
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
        {list.view(Skeleton::Table, || empty_state(t(AnswerTexts::None), None), content)}
    }
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
    let refusing = RwSignal::new(false);
    Effect::new(move |_| {
        id.track();
        action.set_error(None);
        refusing.set(false);
    });
    let close = Callback::new(move |()| refusing.set(false));
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/shipping-requests", t(ShippingTexts::Requests))] />
        <ErrorNote error=action />
        {request.page(Skeleton::Rows, move || request_details(request, action, refusing))}
        {move || refusing.get().then(|| view! { <RefuseDialog id=id.get() close=close request=request /> })}
    }
}

/// `refusing` opens the dialog of the refusal.
fn request_details(request: Record<ShippingRequest>, action: Action, refusing: RwSignal<bool>) -> AnyView {
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let may_confirm = request.slice(move |request| may_edit && request.moves.contains(&ShippingRequestMove::Confirm));
    let contents = move |may_confirm: &bool| {
        if *may_confirm {
            let client = request.read(|request| request.client_id);
            let forming = use_value(&[], move || {
                api::get::<ListShipments>(ShipmentQuery {
                    status: Some(ShipmentStatus::Forming),
                    client_id: client,
                    ..ShipmentQuery::default()
                })
            });
            let form = move |page: Page<ShipmentSummary>| distribution(request, &page.data, action);
            return any_view! {
                {forming.show(Skeleton::Rows, move |value| form(value.clone()))}
                {variants::panel(request)}
            };
        }
        let rows = request.view(|request| {
            let is_open = request.status == ShippingRequestStatus::Open;
            let items = request.items.iter().cloned();
            items.map(|item| requested_item_row(item, is_open, None)).collect_view()
        });
        any_view! {
            <section class="shop">
                <h2>{t(LifecycleTexts::Contents)}</h2>
                <ul>{rows}</ul>
            </section>
        }
    };
    let client = |(id, code, name): &(ClientId, String, String)| {
        view! {
            <a href=format!("/agent/clients/{id}") class="muted">
                {code.clone()}
                " · "
                <bdi>{name.clone()}</bdi>
            </a>
        }
    };
    let client_of = |request: &ShippingRequest| {
        (
            request.client_id,
            request.client_code.clone(),
            request.client_name.clone(),
        )
    };
    let refuse = move |may: &bool| {
        may.then(|| {
            view! {
                <button class="button" data-testid="refuse" on:click=move |_| refusing.set(true)>
                    {t(AnswerTexts::Refuse)}
                </button>
            }
        })
    };
    any_view! {
        <div class="page-head">
            <h1 data-testid="request-number">{move || request.with(|request| request.number.clone())}</h1>
            {request.part(|request| request.status, |status| request_badge(*status))}
            {request.part(client_of, client)}
            <div class="spacer"></div>
            {may_confirm.view(refuse)}
        </div>
        <div class="main-and-side">
            <div class="main">{may_confirm.view(contents)}</div>
            <div class="side">
                <section class="card">{request.view(request_facts)}</section>
            </div>
        </div>
    }
}

/// The items with the shipment that each goes to, and the button that makes the shipments.
fn distribution(request: Record<ShippingRequest>, forming: &[ShipmentSummary], action: Action) -> AnyView {
    let Some((items, grouping)) = request.read(|request| (request.items.clone(), request.grouping)) else {
        return ().into_any();
    };
    // Each item's choice: `new-1`, `new-2` … for new shipments, the id of a shipment, or an empty text.
    let new_shipments = items.iter().filter(|item| item.available).count().clamp(1, 9);
    let new_options = (1..=new_shipments).map(|number| {
        let label = format!("{} {number}", t(AnswerTexts::NewShipment));
        (format!("new-{number}"), label)
    });
    let forming = forming.iter().map(|shipment| {
        let label = format!("{} {}", t(AnswerTexts::Shipment), shipment.number);
        (shipment.id.to_string(), label)
    });
    let leave_out = (String::new(), t(AnswerTexts::LeaveOut).to_owned());
    let options = Signal::stored(new_options.chain(forming).chain([leave_out]).collect::<Vec<_>>());
    let mut next = 0;
    let choice = |item: &RequestedItem| {
        next = match grouping {
            ShippingGrouping::Together => 1,
            ShippingGrouping::Apart if item.available => (next + 1).min(new_shipments),
            ShippingGrouping::Apart => next.max(1),
        };
        (item.item.item_id, RwSignal::new(format!("new-{next}")))
    };
    let choices: BTreeMap<ItemId, RwSignal<String>> = items.iter().map(choice).collect();
    let choices = StoredValue::new(choices);
    let choice_of = move |item: &RequestedItem| choices.with_value(|choices| choices.get(&item.item.item_id).copied());
    let parcels = move || {
        let mut parcels: BTreeMap<String, Vec<ItemId>> = BTreeMap::new();
        request.with(|request| {
            for item in request.items.iter().filter(|item| item.available) {
                let key = choice_of(item).map(|choice| choice.get()).unwrap_or_default();
                if !key.is_empty() {
                    parcels.entry(key).or_default().push(item.item.item_id);
                }
            }
        });
        parcels
    };
    let confirm = move |_| {
        let Some(id) = request.read(|request| request.id) else {
            return;
        };
        let parcel = |(key, items): (String, Vec<ItemId>)| RequestedShipment {
            items,
            shipment_id: key.parse().ok(),
        };
        let body = ShippingConfirmation {
            parcels: untrack(parcels).into_iter().map(parcel).collect(),
        };
        let call = async move {
            let result = api::send::<ConfirmShippingRequest>((id,), Nothing {}, body, Options::default()).await;
            // A refusal may be about an item that is not available any more.
            request.reload();
            result
        };
        action.run(call, |_| {});
    };
    let row = move |item: RequestedItem| {
        let choice = choice_of(&item).filter(|_| item.available);
        let select = choice.map(|choice| {
            view! {
                <li class="row item-shipment">
                    <SelectField name="parcel" label=t(AnswerTexts::Shipment) value=choice options=options />
                </li>
            }
        });
        any_view! {
            {requested_item_row(item, true, None)}
            {select}
        }
    };
    let rows = request.rows(
        |item: &RequestedItem| item.item.item_id.0,
        |request| request.items.clone(),
    );
    any_view! {
        <section class="shop">
            <h2>
                {t(AnswerTexts::Distribute)}<span class="spacer"></span>
                <button
                    class="button primary"
                    data-testid="confirm-request"
                    disabled=move || action.is_busy() || parcels().is_empty()
                    on:click=confirm
                >
                    {t(AnswerTexts::Confirm)}
                </button>
            </h2>
            <ul>{rows.view(row)}</ul>
        </section>
    }
}

#[component]
fn RefuseDialog(id: ShippingRequestId, close: Callback<()>, request: Record<ShippingRequest>) -> impl IntoView {
    let reason = RwSignal::new(String::new());
    let action = use_action().reloading(move || request.reload());
    let number = request.read(|request| request.number.clone()).unwrap_or_default();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ShippingRefusal {
            reason: reason.get_untracked(),
        };
        let call = api::send::<RefuseShippingRequest>((id,), Nothing {}, body, Options::default());
        action.run(call, move |_| close.run(()));
    };
    any_view! {
        <Dialog title=format!("{} · {number}", t(AnswerTexts::RefuseTitle)) close=close>
            <form on:submit=submit>
                <ErrorNote error=action />
                <p class="muted">{t(AnswerTexts::RefuseHint)}</p>
                <Field name="reason" label=t(Text::Reason) value=reason error=action required=true focus=true />
                <div class="row">
                    <button class="button primary" data-testid="send-refusal" disabled=move || action.is_busy()>
                        {t(AnswerTexts::Refuse)}
                    </button>
                    <button type="button" class="quiet" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
