//! Export of an agent's shipments and cargo deliveries as spreadsheets.

use super::{delivery_lists, lists, views::Viewer};
use axum::response::Response;
use books::export_names;
use platform::{
    auth::Caller,
    country_names::country_name,
    http::{Api, Failure, Input, attachment},
    page::PageWindow,
    scope::AgentScope,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use shared_types::{
    access::Object,
    shipments::{
        DeliveryPart, DeliveryStatus, DeliverySummary, ExportDeliveries, ExportShipments, ShipmentStatus,
        ShipmentSummary,
    },
    translation::Language,
};
use std::sync::Arc;

const SHIPMENT_COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], ColumnKind::Text),
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Страна", "Country", "国家"], ColumnKind::Text),
    (["Город", "City", "城市"], ColumnKind::Text),
    (["Получатель", "Recipient", "收件人"], ColumnKind::Text),
    (
        ["Телефон получателя", "Recipient's phone", "收件人电话"],
        ColumnKind::Text,
    ),
    (["Адрес", "Address", "地址"], ColumnKind::Text),
    (["Мест", "Places", "件数"], ColumnKind::Integer),
    (["Вес, г", "Weight, g", "重量（克）"], ColumnKind::Integer),
    (["Объём, см³", "Volume, cm³", "体积（立方厘米）"], ColumnKind::Integer),
    (["Доставка", "Delivery", "运费"], ColumnKind::Money),
    (["Создана", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Изменена", "Last change", "最近变动"], ColumnKind::Timestamp),
];

const DELIVERY_COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], ColumnKind::Text),
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Трек", "Track", "运单号"], ColumnKind::Text),
    (["Перевозчик", "Carrier", "承运商"], ColumnKind::Text),
    (["Маршрут", "Route", "路线"], ColumnKind::Text),
    (["Ожидается", "Expected", "预计到达"], ColumnKind::Day),
    (["Стоимость", "Cost", "费用"], ColumnKind::Money),
    (["Посылок", "Shipments", "包裹数"], ColumnKind::Integer),
    (["Мест", "Places", "件数"], ColumnKind::Integer),
    (["Вес, г", "Weight, g", "重量（克）"], ColumnKind::Integer),
    (["Клиенты", "Clients", "客户"], ColumnKind::Text),
    (["Создана", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Отправлена", "Departed", "发出时间"], ColumnKind::Timestamp),
    (["Прибыла", "Arrived", "到达时间"], ColumnKind::Timestamp),
];

/// Registers the export routes.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportShipments, _>(export_shipments)
        .serve::<ExportDeliveries, _>(export_deliveries)
}

async fn export_shipments(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportShipments>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Shipments)?;
    let viewer = Viewer::from_caller(&caller);
    let first = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?
    .into_first_block();
    let page = |window| lists::page(&scope, &input.query, window, viewer);
    let row = |shipment| shipment_row(shipment, caller.language);
    let query = &input.query;
    let filters = Filters::new(caller.language)
        .with(filters::SEARCH, query.search.clone())
        .with_choice(filters::STATUS, query.status.map(shipment_status_text))
        .with(
            filters::COUNTRY,
            query.country.map(|country| country_name(country, caller.language)),
        )
        .with(filters::CLIENT, export_names::client(&scope, query.client_id).await?)
        .with_flag(["Доставка не оплачена", "Delivery not paid", "运费未付"], query.unpaid)
        .with_flag(["Готовы к погрузке", "Ready to load", "可装运"], query.loadable)
        .with_flag(
            ["Без способа доставки", "Without a delivery method", "未选配送方式"],
            query.without_method,
        )
        .with(filters::UPDATED_SINCE, query.updated_since);
    let sheet = ["Посылки", "Shipments", "包裹"];
    let file = XlsxExport::filtered(sheet, SHIPMENT_COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("shipments.xlsx", CONTENT_TYPE, file))
}

async fn export_deliveries(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportDeliveries>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Deliveries)?;
    let first = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?
    .into_first_block();
    let viewer = Viewer::from_caller(&caller);
    let page = |window| delivery_lists::page(&scope, &input.query, window, viewer);
    let row = |delivery| delivery_row(delivery, caller.language);
    let filters = Filters::new(caller.language)
        .with(filters::SEARCH, input.query.search.clone())
        .with_choice(filters::STATUS, input.query.part.map(part_text))
        .with(filters::UPDATED_SINCE, input.query.updated_since);
    let sheet = ["Доставки", "Deliveries", "货运"];
    let file = XlsxExport::filtered(sheet, DELIVERY_COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("deliveries.xlsx", CONTENT_TYPE, file))
}

fn delivery_row(delivery: DeliverySummary, language: Language) -> Vec<Cell> {
    vec![
        delivery.number.into(),
        localized(delivery_status_text(delivery.status), language).into(),
        delivery.track.into(),
        delivery.carrier.into(),
        delivery.route.into(),
        delivery.expected_on.into(),
        delivery.cost.into(),
        Cell::Integer(delivery.contents.shipments),
        Cell::Integer(delivery.contents.places),
        Cell::Integer(delivery.contents.weight_grams),
        delivery.contents.clients.join(", ").into(),
        delivery.created_at.into(),
        delivery.departed_at.into(),
        delivery.arrived_at.into(),
    ]
}

fn shipment_row(shipment: ShipmentSummary, language: Language) -> Vec<Cell> {
    let country = shipment
        .country
        .map(|country| country_name(country, language).to_owned());
    let (name, phone, address) = match shipment.recipient.map(|copy| copy.recipient) {
        Some(recipient) => (
            Some(recipient.name.clone()),
            Some(recipient.phone.to_string()),
            Some(recipient.address_line()),
        ),
        None => (None, None, None),
    };
    vec![
        shipment.number.into(),
        localized(shipment_status_text(shipment.status), language).into(),
        shipment.client_code.into(),
        shipment.client_name.into(),
        country.into(),
        shipment.city.into(),
        name.into(),
        phone.into(),
        address.into(),
        shipment.places.map(|places| Cell::Integer(places.into())).into(),
        shipment.weight_grams.map(Cell::Integer).into(),
        shipment.volume_cm3.map(Cell::Integer).into(),
        shipment.cost.into(),
        shipment.created_at.into(),
        shipment.updated_at.into(),
    ]
}

const fn shipment_status_text(status: ShipmentStatus) -> LocalizedText {
    match status {
        ShipmentStatus::Forming => ["Собирается", "Forming", "组包中"],
        ShipmentStatus::Packed => ["Упакована", "Packed", "已打包"],
        ShipmentStatus::Quoted => ["Ждёт оплаты", "To be paid", "待付款"],
        ShipmentStatus::Paid => ["Оплачена", "Paid", "已付款"],
        ShipmentStatus::Cod => ["Оплата при получении", "Cash on receipt", "货到付款"],
        ShipmentStatus::Dispatched => ["В пути", "On its way", "运输中"],
        ShipmentStatus::Arrived => ["Прибыла", "Arrived", "已到达"],
        ShipmentStatus::Accepted => ["Принята", "Accepted", "已签收"],
        ShipmentStatus::Problem => ["Проблема", "Problem", "有问题"],
        ShipmentStatus::Canceled => ["Отменена", "Canceled", "已取消"],
    }
}

const fn part_text(part: DeliveryPart) -> LocalizedText {
    match part {
        DeliveryPart::Current => ["Собираются и в пути", "Forming and in transit", "组包中和运输中"],
        DeliveryPart::Archive => ["Прибыли и отменены", "Arrived and canceled", "已到达和已取消"],
    }
}

const fn delivery_status_text(status: DeliveryStatus) -> LocalizedText {
    match status {
        DeliveryStatus::Forming => ["Собирается", "Forming", "组包中"],
        DeliveryStatus::InTransit => ["В пути", "In transit", "运输中"],
        DeliveryStatus::Arrived => ["Прибыла", "Arrived", "已到达"],
        DeliveryStatus::Canceled => ["Отменена", "Canceled", "已取消"],
    }
}
