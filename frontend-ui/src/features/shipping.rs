//! Shipping requests as shown in both cabinets, and the shipments of an order.

use crate::{
    countries,
    data::use_record,
    features::{
        order_status,
        recipients::{self, RecipientTexts},
        shipments::{self, ShipmentBadge},
        translation::shop_text,
    },
    prelude::*,
    session,
};
use shared_types::{
    id::OrderId,
    items::{Item, ItemStatus},
    orders::Order,
    shipments::{
        ListOrderShipments, OrderShipment, RequestedItem, ShippingGrouping, ShippingRequest, ShippingRequestStatus,
    },
};

crate::texts! {
    /// A text about shipping requests.
    pub enum ShippingTexts;
    Requests: "Заявки на отправку", "Shipping requests", "发货申请";
    Request: "Заявка на отправку", "Shipping request", "发货申请";
    Open: "Ждёт ответа", "Waiting", "待处理";
    Confirmed: "Подтверждена", "Confirmed", "已确认";
    Refused: "Отклонена", "Refused", "已拒绝";
    Withdrawn: "Отозвана", "Withdrawn", "已撤回";
    Together: "Одной посылкой", "In one shipment", "合并发货";
    Apart: "Каждый товар отдельно", "Each item separately", "分开发货";
    Wishes: "Пожелания", "Preferences", "备注要求";
    PreferredMethod: "Желаемый способ доставки", "Preferred delivery method", "希望的配送方式";
    Unavailable: "товара уже нет на складе", "no longer in the warehouse", "已不在仓库";
    InShipment: "в посылке", "in shipment", "所在包裹";
    Shipments: "Посылки", "Shipments", "包裹";
}

/// Returns the name of a request's status.
pub fn request_status_name(status: ShippingRequestStatus) -> &'static str {
    t(match status {
        ShippingRequestStatus::Open => ShippingTexts::Open,
        ShippingRequestStatus::Confirmed => ShippingTexts::Confirmed,
        ShippingRequestStatus::Refused => ShippingTexts::Refused,
        ShippingRequestStatus::Withdrawn => ShippingTexts::Withdrawn,
    })
}

/// Returns the name of a request's status as it is stored in the history.
pub fn stored_request_status_name(status: &str) -> &'static str {
    ShippingRequestStatus::from_name(status).map_or("", request_status_name)
}

/// Returns the name of a grouping.
pub fn grouping_name(grouping: ShippingGrouping) -> &'static str {
    t(match grouping {
        ShippingGrouping::Together => ShippingTexts::Together,
        ShippingGrouping::Apart => ShippingTexts::Apart,
    })
}

/// The status of a request as a coloured badge.
pub fn request_badge(status: ShippingRequestStatus) -> AnyView {
    let class = match status {
        ShippingRequestStatus::Open => "badge request-open",
        ShippingRequestStatus::Confirmed => "badge request-confirmed",
        ShippingRequestStatus::Refused => "badge request-refused",
        ShippingRequestStatus::Withdrawn => "badge request-withdrawn",
    };
    any_view! {
        <span class=class data-testid="request-status">
            {request_status_name(status)}
        </span>
    }
}

fn guard_path() -> &'static str {
    match session::guard() {
        Guard::Agent => "/agent",
        Guard::Client => "/client",
    }
}

/// A row of the client's list of requests that links to the request.
pub fn request_row(request: ShippingRequest) -> AnyView {
    let place = request.recipient.as_ref().map(|copy| {
        let country = copy.recipient.country;
        countries::destination_text(Some(country), Some(&copy.recipient.city))
    });
    let count = order_status::item_count(i32::try_from(request.items.len()).unwrap_or(i32::MAX));
    any_view! {
        <a
            href=format!("{}/shipping-requests/{}", guard_path(), request.id)
            class="shipment-row"
            data-testid="request-row"
        >
            <strong>{request.number}</strong>
            {request_badge(request.status)}
            <span dir="auto">{place}</span>
            <span class="muted">{count}</span>
            <span class="muted right">{format::date_time(request.created_at)}</span>
        </a>
    }
}

/// An item of a request. `lead` is rendered before it.
pub fn requested_item_row(item: RequestedItem, is_open: bool, lead: Option<AnyView>) -> AnyView {
    let shipment = item.shipment_id.zip(item.shipment_number).map(|(id, number)| {
        let url = format!("{}/shipments/{id}", guard_path());
        view! {
            <p class="row item-shipment">
                <small class="muted">{t(ShippingTexts::InShipment)}</small>
                <a href=url data-testid="item-parcel">
                    {number}
                </a>
            </p>
        }
    });
    let gone = (is_open && !item.available && shipment.is_none()).then(|| {
        view! {
            <p class="row item-shipment">
                <small class="fault">{t(ShippingTexts::Unavailable)}</small>
            </p>
        }
    });
    any_view! {
        {shipments::item_row(item.item, lead)}
        {shipment}
        {gone}
    }
}

/// The client's wishes: grouping, comment, recipient, method, and the reason of a refusal.
pub fn request_facts(request: &ShippingRequest) -> AnyView {
    let fact = |label: &'static str, value: Option<String>| {
        value.filter(|value| !value.is_empty()).map(|value| {
            view! {
                <li>
                    <span class="muted">{label}</span>
                    <strong dir="auto">{value}</strong>
                </li>
            }
        })
    };
    let recipient = request.recipient.clone().map(recipients::recipient_view);
    let is_addressed = recipient.is_some();
    any_view! {
        {request
            .answer
            .clone()
            .map(|answer| {
                view! {
                    <p class="note error" dir="auto" data-testid="request-answer">
                        {answer}
                    </p>
                }
            })}
        <ul class="payments" data-testid="request-facts">
            <li>
                <span class="muted">{t(ShippingTexts::Shipments)}</span>
                <strong>{grouping_name(request.grouping)}</strong>
            </li>
            {fact(t(ShippingTexts::PreferredMethod), request.method.as_ref().map(|method| method.name.clone()))}
            {(!is_addressed)
                .then(|| {
                    view! {
                        <li>
                            <span class="muted">{t(RecipientTexts::NotSet)}</span>
                        </li>
                    }
                })}
        </ul>
        {recipient}
        {(!request.wishes.is_empty())
            .then(|| {
                view! {
                    <p class="note multiline">
                        <span class="muted">{t(ShippingTexts::Wishes)}": "</span>
                        <bdi>{request.wishes.clone()}</bdi>
                    </p>
                }
            })}
        <section class="below">
            <h2>{t(Text::HistoryTab)}</h2>
            {shipments::history_list(request.history.clone(), stored_request_status_name)}
        </section>
    }
}

async fn load_shipments(order: OrderId) -> Result<Vec<OrderShipment>, api::Error> {
    Ok(api::call::<ListOrderShipments>((order,), Nothing {}).await?.data)
}

/// Loads the shipments of an order.
pub fn use_order_shipments(order: Memo<OrderId>) -> Record<Vec<OrderShipment>> {
    use_record(&[Topic::Order], order, load_shipments)
}

/// The shipments that items of an order are in, with links. Shows nothing if there are none.
pub fn order_shipments(shipments: Record<Vec<OrderShipment>>, order: Live<Order>) -> AnyView {
    // While they are loaded, the place of one shipment is kept.
    let is_expected = order.slice(|order| {
        let mut statuses = order.items.iter().map(|item| item.status);
        statuses.any(|status| matches!(status, ItemStatus::Packed | ItemStatus::Shipped | ItemStatus::Accepted))
    });
    let titles = |order: &Order, shipment: &OrderShipment| -> Vec<String> {
        let inside = order.items.iter().filter(|item| shipment.items.contains(&item.id));
        let title = |item: &Item| {
            let translated = item.translation.as_ref().and_then(|texts| texts.title.clone());
            translated.unwrap_or_else(|| item.title.clone())
        };
        inside.map(title).collect()
    };
    let row = move |shipment: Live<OrderShipment>| {
        let inside = order.find(move |order| shipment.with(|shipment| titles(order, shipment)));
        let inside = inside.view(|titles| {
            let titles = titles.iter().enumerate();
            let titles = titles.map(|(index, title)| ((index > 0).then_some(" · "), shop_text(title.clone())));
            titles.collect_view()
        });
        let head = |shipment: &OrderShipment| {
            view! {
                <a href=format!("{}/shipments/{}", guard_path(), shipment.id)>{shipment.number.clone()}</a>
                " "
                <ShipmentBadge status=shipment.status />
            }
        };
        any_view! {
            <li data-testid="order-parcel">
                <span>{shipment.view(head)}</span>
                <small class="muted">{inside}</small>
            </li>
        }
    };
    let rows = shipments.rows(|shipment: &OrderShipment| shipment.id.0, Vec::clone);
    // The card does not wait for the shipments, and works without them.
    let state = Memo::new(move |_| (shipments.is_answered(), rows.count() > 0, is_expected.get()));
    let section = move || {
        let content = match state.get() {
            (false, _, Some(true)) => Skeleton::Line.view().into_any(),
            (true, true, _) => any_view! { <ul>{rows.build(row)}</ul> },
            _ => return None,
        };
        Some(view! {
            <section class="card order-shipments">
                <h2>{t(ShippingTexts::Shipments)}</h2>
                {content}
            </section>
        })
    };
    section.into_any()
}
