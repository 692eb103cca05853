//! The list of the client's shipments.

use crate::pages::{
    list_search::ListSearch, recipients::AddressBookTexts, shipping_requests::ShippingRequestPageTexts, steps,
};
use frontend_ui::{
    components::{FilterTab, count_label},
    countries,
    features::{
        bell::{group_text, waiting_count},
        shipment_payment::due_badge,
        shipments::{self, ShipmentBadge},
        shipping::ShippingTexts,
    },
    prelude::*,
};
use leptos_router::{hooks::use_query_map, params::ParamsMap};
use shared_types::{
    next_step::ShipmentAction,
    notifications::AttentionKind,
    orders::Side,
    shipments::{ListShipments, ShipmentQuery, ShipmentStatus, ShipmentSummary},
};

frontend_ui::texts! {
    /// The search and the next steps.
    enum ShipmentListTexts;
    Search: "Номер или трек", "Number or track", "编号或运单号";
    FoundInAll: "Найдено во всех посылках", "Found in all shipments", "在全部包裹中找到";
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    NothingFoundHint:
        "Поиск идёт по номерам и трекам всех посылок. Проверьте написание.",
        "The search covers the numbers and tracks of all shipments. Check the spelling.",
        "搜索范围包括所有包裹的编号和运单号，请检查拼写。";
    ChooseDelivery: "Выбрать доставку", "Choose the delivery", "选择配送方式";
    Pay: "Оплатить", "Pay", "付款";
    Accept: "Подтвердить получение", "Confirm the receipt", "确认收货";
}

/// The part of the list that the URL names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    /// Packed shipments whose delivery method is to be chosen.
    ToChoose,
    /// Shipments whose delivery is to be paid.
    ToPay,
    Arrived,
}

impl Part {
    fn from_url(map: &ParamsMap) -> Self {
        let status = map.get("status").as_deref().and_then(ShipmentStatus::from_name);
        match status {
            Some(ShipmentStatus::Quoted) => Self::ToPay,
            Some(ShipmentStatus::Arrived) => Self::Arrived,
            _ if map.get("without_method").is_some_and(|value| value == "true") => Self::ToChoose,
            _ => Self::All,
        }
    }

    fn query(self) -> ShipmentQuery {
        let all = ShipmentQuery::default();
        let of_status = |status| ShipmentQuery {
            status: Some(status),
            ..ShipmentQuery::default()
        };
        match self {
            Self::All => all,
            Self::ToPay => of_status(ShipmentStatus::Quoted),
            Self::Arrived => of_status(ShipmentStatus::Arrived),
            Self::ToChoose => ShipmentQuery {
                without_method: Some(true),
                ..all
            },
        }
    }
}

/// The button that takes the shipment to its next step, if that is up to this person.
fn next_button(shipment: &ShipmentSummary) -> Option<AnyView> {
    let may = |object| current_user().may(object, Level::Edit);
    let (text, class) = match shipment.next_step(Side::Client).own()? {
        ShipmentAction::Pay if may(Object::Balance) => (ShipmentListTexts::Pay, "button primary"),
        ShipmentAction::ChooseDelivery if may(Object::Shipments) => (ShipmentListTexts::ChooseDelivery, "button"),
        ShipmentAction::Accept if may(Object::Shipments) => (ShipmentListTexts::Accept, "button"),
        _ => return None,
    };
    Some(any_view! {
        <a href=format!("/client/shipments/{}", shipment.id) class=class data-testid="next-step">
            {t(text)}
        </a>
    })
}

/// A shipment in the list: its destination, its progress, and the amount due.
fn shipment_card(shipment: ShipmentSummary) -> AnyView {
    let (next, button) = (steps::shipment_next(&shipment), next_button(&shipment));
    let place = countries::destination_text(shipment.country, shipment.city.as_deref());
    let due = shipment.due.and_then(|_| due_badge(&shipment));
    let size = shipments::size_text(&shipment);
    any_view! {
        <li>
            <a href=format!("/client/shipments/{}", shipment.id) class="parcel" data-testid="shipment-row">
                <span class="row spread">
                    <strong>{shipment.number.clone()}</strong>
                    <ShipmentBadge status=shipment.status />
                </span>
                {steps::shipment_progress(shipment.status).line()}
                <span class="row spread">
                    <span dir="auto">{place}</span>
                    <strong>{shipment.cost.map(format::money)}</strong>
                </span>
                <span class="row spread">
                    <small class="muted">{size}</small>
                    <small class="muted">{format::short_day(shipment.updated_at)}</small>
                </span>
                {due}
                {steps::expected_text(&shipment)
                    .map(|text| {
                        view! { <strong data-testid="expected">{text}</strong> }
                    })}
                <small>{next}</small>
            </a>
            {button}
        </li>
    }
}

/// The list of shipments.
#[component]
pub(crate) fn ShipmentsPage() -> impl IntoView {
    let map = use_query_map();
    let part = Memo::new(move |_| Part::from_url(&map.read()));
    let search = ListSearch::new();
    let list = use_list(
        &[Topic::Shipment],
        |shipment: &ShipmentSummary| shipment.id.0,
        move |cursor| {
            // The search covers all shipments.
            let query = match search.text() {
                Some(text) => ShipmentQuery {
                    search: Some(text),
                    ..ShipmentQuery::default()
                },
                None => part.get().query(),
            };
            api::get::<ListShipments>(ShipmentQuery { cursor, ..query })
        },
    );
    let tab = move |value: Part, name: &'static str, kind: Option<AttentionKind>| {
        let count = move || waiting_count(kind?);
        let url = api::path_and_query::<ListShipments>(&(), &value.query());
        view! {
            <FilterTab
                url=url
                is_active=Signal::derive(move || part.get() == value && !search.is_active())
                on:click=move |_| search.clear()
                test_id=kind.map_or("all", AttentionKind::as_str)
                name=name
            >
                <span class="count">{move || count().map(count_label)}</span>
            </FilterTab>
        }
    };
    // Tabs of work that waits for the client, as long as there is some.
    let waiting_tab = move |value: Part, kind: AttentionKind| {
        let is_shown = Memo::new(move |_| waiting_count(kind).is_some() || part.get() == value);
        move || is_shown.get().then(|| tab(value, t(group_text(kind)), Some(kind)))
    };
    let may_ask = current_user().may(Object::Shipments, Level::Edit);
    let empty = move || {
        if search.is_active() {
            empty_state(
                t(ShipmentListTexts::NothingFound),
                Some(t(ShipmentListTexts::NothingFoundHint)),
            )
        } else {
            empty_state(t(LifecycleTexts::NoShipments), Some(t(LifecycleTexts::NoShipmentsHint)))
        }
    };
    let content = move || {
        any_view! {
            <ul class="parcels">{list.rows().view(shipment_card)}</ul>
            {list.more_button()}
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(LifecycleTexts::Shipments)}</h1>
            <div class="spacer"></div>
            <a href="/client/recipients" class="button" data-testid="address-book">
                {t(AddressBookTexts::Title)}
            </a>
            <a href="/client/shipping-requests" class="button" data-testid="shipping-requests">
                {t(ShippingTexts::Requests)}
            </a>
            {may_ask
                .then(|| {
                    view! {
                        <a href="/client/shipping-requests/create" class="button primary" data-testid="ask-shipping">
                            {t(ShippingRequestPageTexts::ShipItems)}
                        </a>
                    }
                })}
        </div>
        <div class="toolbar list-tools">
            <nav class="tabs">
                {tab(Part::All, t(Text::All), None)} {waiting_tab(Part::ToChoose, AttentionKind::DeliveriesToChoose)}
                {waiting_tab(Part::ToPay, AttentionKind::ShipmentsToPay)}
                {waiting_tab(Part::Arrived, AttentionKind::ShipmentsArrived)}
            </nav>
            {search.field(t(ShipmentListTexts::Search))}
        </div>
        {search.note(t(ShipmentListTexts::FoundInAll))}
        {list.view(Skeleton::Cards, empty, content)}
    }
}
