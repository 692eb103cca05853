//! The agent's shipments and cargo deliveries as files.

use super::{deliveries, lists, routes::staff};
use crate::platform::{
    auth::Caller,
    http::{Api, Failure, Input, Window},
    scope::AgentScope,
    sheet::{Cell, Column, Kind, Sheet, Words, told},
};
use axum::response::Response;
use shared_types::{
    access::Object,
    shipments::{DeliveryStatus, DeliverySummary, ExportDeliveries, ExportShipments, ShipmentStatus, ShipmentSummary},
};
use std::sync::Arc;

const COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], Kind::Text),
    (["Статус", "Status", "状态"], Kind::Text),
    (["Код клиента", "Client code", "客户编号"], Kind::Text),
    (["Клиент", "Client", "客户"], Kind::Text),
    (["Страна", "Country", "国家"], Kind::Text),
    (["Город", "City", "城市"], Kind::Text),
    (["Мест", "Places", "件数"], Kind::Count),
    (["Вес, г", "Weight, g", "重量（克）"], Kind::Count),
    (["Объём, см³", "Volume, cm³", "体积（立方厘米）"], Kind::Count),
    (["Доставка", "Delivery", "运费"], Kind::Money),
    (["Создана", "Created", "创建时间"], Kind::Moment),
    (["Изменена", "Last change", "最近变动"], Kind::Moment),
];

const CARGO: &[Column] = &[
    (["Номер", "Number", "编号"], Kind::Text),
    (["Статус", "Status", "状态"], Kind::Text),
    (["Трек", "Track", "运单号"], Kind::Text),
    (["Создана", "Created", "创建时间"], Kind::Moment),
    (["Отправлена", "Departed", "发出时间"], Kind::Moment),
    (["Прибыла", "Arrived", "到达时间"], Kind::Moment),
];

/// The feature's files.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportShipments, _>(export)
        .serve::<ExportDeliveries, _>(export_deliveries)
}

async fn export(scope: AgentScope, caller: Arc<Caller>, input: Input<ExportShipments>) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Shipments)?;
    let viewer = staff(&caller);
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| lists::page(&scope, &input.query, window, viewer);
    let row = |shipment| row(shipment, &caller.locale);
    Sheet::open(COLUMNS, &caller.locale)
        .filled("shipments.xlsx", first, page, row)
        .await
}

async fn export_deliveries(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportDeliveries>,
) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Deliveries)?;
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| deliveries::page(&scope, &input.query, window);
    let row = |delivery| cargo_row(delivery, &caller.locale);
    Sheet::open(CARGO, &caller.locale)
        .filled("deliveries.xlsx", first, page, row)
        .await
}

fn cargo_row(delivery: DeliverySummary, locale: &str) -> Vec<Cell> {
    vec![
        delivery.number.into(),
        told(cargo_status(delivery.status), locale).into(),
        delivery.track.into(),
        delivery.created_at.into(),
        delivery.departed_at.into(),
        delivery.arrived_at.into(),
    ]
}

fn row(shipment: ShipmentSummary, locale: &str) -> Vec<Cell> {
    vec![
        shipment.number.into(),
        told(status(shipment.status), locale).into(),
        shipment.client_code.into(),
        shipment.client_name.into(),
        shipment.country.into(),
        shipment.city.into(),
        shipment.places.map(|places| Cell::Count(places.into())).into(),
        shipment.weight_grams.map(Cell::Count).into(),
        shipment.volume_cm3.map(Cell::Count).into(),
        shipment.cost.into(),
        shipment.created_at.into(),
        shipment.updated_at.into(),
    ]
}

const fn status(status: ShipmentStatus) -> Words {
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

const fn cargo_status(status: DeliveryStatus) -> Words {
    match status {
        DeliveryStatus::Forming => ["Собирается", "Forming", "组包中"],
        DeliveryStatus::InTransit => ["В пути", "In transit", "运输中"],
        DeliveryStatus::Arrived => ["Прибыла", "Arrived", "已到达"],
        DeliveryStatus::Canceled => ["Отменена", "Canceled", "已取消"],
    }
}
