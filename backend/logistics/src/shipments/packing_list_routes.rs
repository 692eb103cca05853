//! Routes of packing lists and manifests, also as spreadsheets.

use super::{
    packing_lists::{manifest, of_shipment},
    views::Viewer,
};
use axum::response::Response;
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input, attachment},
    scope::AgentScope,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, LocalizedText, XlsxExport, localized},
};
use shared_types::{shipments::*, translation::Language};
use std::sync::Arc;

/// Registers the routes of packing lists.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowPackingList, _>(show)
        .serve::<ExportPackingList, _>(export)
        .serve::<ShowManifest, _>(show_manifest)
        .serve::<ExportManifest, _>(export_manifest)
}

async fn show(call: AgentCall<ShowPackingList>) -> ApiResult<ShowPackingList> {
    let viewer = Viewer::from_caller(&call.caller);
    Ok(ApiResponse(of_shipment(&call.scope, call.path.0, viewer).await?))
}

async fn show_manifest(call: AgentCall<ShowManifest>) -> ApiResult<ShowManifest> {
    let viewer = Viewer::from_caller(&call.caller);
    Ok(ApiResponse(manifest(&call.scope, call.path.0, viewer).await?))
}

async fn export(scope: AgentScope, caller: Arc<Caller>, input: Input<ExportPackingList>) -> Result<Response, Failure> {
    let list = of_shipment(&scope, input.path.0, Viewer::from_caller(&caller)).await?;
    let name = format!("packing-list-{}.xlsx", list.shipment.number);
    spreadsheet(&name, std::slice::from_ref(&list), &caller).await
}

async fn export_manifest(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportManifest>,
) -> Result<Response, Failure> {
    let manifest = manifest(&scope, input.path.0, Viewer::from_caller(&caller)).await?;
    let name = format!("manifest-{}.xlsx", manifest.delivery.number);
    spreadsheet(&name, &manifest.shipments, &caller).await
}

const TOTAL: LocalizedText = ["Итого", "Total", "合计"];

const SHEET: LocalizedText = ["Упаковочный лист", "Packing list", "装箱单"];
const COLUMNS: &[Column] = &[
    (["Посылка", "Shipment", "包裹"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Получатель", "Recipient", "收件人"], ColumnKind::Text),
    (["Место", "Box", "箱件"], ColumnKind::Integer),
    (["Вес, кг", "Weight, kg", "重量（公斤）"], ColumnKind::Decimal),
    (["Длина, см", "Length, cm", "长（厘米）"], ColumnKind::Decimal),
    (["Ширина, см", "Width, cm", "宽（厘米）"], ColumnKind::Decimal),
    (["Высота, см", "Height, cm", "高（厘米）"], ColumnKind::Decimal),
    (["Объём, м³", "Volume, m³", "体积（立方米）"], ColumnKind::Decimal),
    (
        ["Плотность, кг/м³", "Density, kg/m³", "密度（公斤/立方米）"],
        ColumnKind::Integer,
    ),
    (["Заказ", "Order", "订单"], ColumnKind::Text),
    (["Товар", "Item", "商品"], ColumnKind::Text),
    (["Вариант", "Variant", "规格"], ColumnKind::Text),
    (["Штук", "Pieces", "件数"], ColumnKind::Integer),
];

async fn spreadsheet(name: &str, lists: &[PackingList], caller: &Caller) -> Result<Response, Failure> {
    let mut rows: Vec<Vec<Cell>> = lists.iter().flat_map(list_rows).collect();
    rows.push(total_row(PackingTotals::sum_up(lists), caller.language));
    let file = XlsxExport::new(SHEET, COLUMNS, caller.language, caller.timezone);
    let file = file.write_rows(rows).await?;
    Ok(attachment(name, CONTENT_TYPE, file))
}

fn decimal(thousandths: Option<i64>) -> Cell {
    thousandths.map_or(Cell::Empty, Cell::Thousandths)
}

/// Weight, sides, volume and density. Millimetres are tenths of centimetres, and cubic centimetres are millionths of cubic metres.
fn measure_cells(measures: PlaceMeasures, volume_cm3: Option<i64>) -> [Cell; 6] {
    let side = |of: fn(PlaceSides) -> i64| decimal(measures.sides.map(|sides| of(sides).saturating_mul(100)));
    [
        decimal(measures.weight_grams),
        side(|sides| sides.length_mm),
        side(|sides| sides.width_mm),
        side(|sides| sides.height_mm),
        decimal(volume_cm3.map(|volume| volume.saturating_add(500) / 1_000)),
        density(measures.weight_grams, volume_cm3).map_or(Cell::Empty, Cell::Integer),
    ]
}

/// The rows of a shipment. One without measured places has its own measures in the first row.
fn list_rows(list: &PackingList) -> Vec<Vec<Cell>> {
    let shipment = &list.shipment;
    let recipient = shipment.recipient.as_ref().map(|copy| copy.recipient.line());
    let mut own = list.places.is_empty().then_some(PlaceMeasures {
        weight_grams: shipment.weight_grams,
        sides: shipment.sides,
    });
    let mut rows = Vec::new();
    for row in list.rows() {
        let own = own.take();
        let number = row.place.map(|(number, _)| i64::from(number));
        let places = own.and(shipment.places.map(i64::from));
        let measures = row.place.map(|(_, measures)| measures);
        let volume = match (measures, own) {
            (Some(measures), _) => measures.volume_cm3(),
            (None, Some(_)) => shipment.volume_cm3,
            (None, None) => None,
        };
        let mut cells = vec![
            shipment.number.clone().into(),
            shipment.client_code.clone().into(),
            recipient.clone().into(),
            number.or(places).map_or(Cell::Empty, Cell::Integer),
        ];
        cells.extend(measure_cells(measures.or(own).unwrap_or_default(), volume));
        cells.extend([
            row.item.map(|item| item.order_number.clone()).into(),
            row.item.map(|item| item.title.clone()).into(),
            row.item.and_then(|item| item.variant.clone()).into(),
            Cell::Integer(row.quantity.into()),
        ]);
        rows.push(cells);
    }
    rows
}

fn total_row(totals: PackingTotals, language: Language) -> Vec<Cell> {
    let measures = PlaceMeasures {
        weight_grams: Some(totals.weight_grams),
        sides: None,
    };
    let mut cells = vec![
        localized(TOTAL, language).into(),
        Cell::Empty,
        Cell::Empty,
        Cell::Integer(totals.places),
    ];
    cells.extend(measure_cells(measures, Some(totals.volume_cm3)));
    cells.extend([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Integer(totals.pieces)]);
    cells
}
