//! Export of the agent's order table as a spreadsheet, with the items of the orders on a second sheet.

use super::{
    OrderError, activity::Reader, agent, list, references::ReferenceVisibility, routes::ensure_may_sort,
    viewer::Viewer, views,
};
use axum::{extract::State, response::Response};
use books::export_names;
use entities::{order, order_item as item};
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment},
    scope::{AgentScope, ScopedConnection},
    state::AppState,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait};
use shared_types::{
    access::Object,
    id::OrderId,
    items::{Item, ItemStatus},
    orders::{AgentOrderQuery, ExportAgentOrders, OrderSection, OrderStatus, OrderSummary, Side, lifecycle::OrderType},
    translation::Language,
};
use std::sync::Arc;

const SHEET: LocalizedText = ["Заказы", "Orders", "订单"];
const COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], ColumnKind::Text),
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Тип", "Type", "类型"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Название", "Title", "标题"], ColumnKind::Text),
    (["Товары", "Items", "商品"], ColumnKind::Integer),
    (["Проблемы", "Problems", "问题"], ColumnKind::Integer),
    (["Итого", "Total", "合计"], ColumnKind::Money),
    (["Создан", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Изменён", "Last change", "最近变动"], ColumnKind::Timestamp),
];

const ITEMS_SHEET: LocalizedText = ["Товары", "Items", "商品"];
const ITEM_COLUMNS: &[Column] = &[
    (["Заказ", "Order", "订单"], ColumnKind::Text),
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Товар", "Item", "商品"], ColumnKind::Text),
    (["Перевод", "Translation", "翻译"], ColumnKind::Text),
    (["Вариант", "Variant", "规格"], ColumnKind::Text),
    (["Ссылка", "Link", "链接"], ColumnKind::Text),
    (["Артикул", "Product id", "商品编号"], ColumnKind::Text),
    (["Штук", "Pieces", "件数"], ColumnKind::Integer),
    (["Цена", "Price", "单价"], ColumnKind::Money),
    (["Цена за, шт.", "Price for, pcs", "计价数量"], ColumnKind::Integer),
    (["Сумма", "Sum", "金额"], ColumnKind::Money),
    (["Номер покупки", "Purchase", "采购单号"], ColumnKind::Text),
    (["Трек", "Track", "快递单号"], ColumnKind::Text),
    (["Ячейка", "Cell", "货位"], ColumnKind::Text),
    (["Вес, кг", "Weight, kg", "重量（公斤）"], ColumnKind::Decimal),
    (["Комментарий", "Comment", "备注"], ColumnKind::Text),
];

/// Orders whose items are read together.
const ORDERS_AT_ONCE: usize = 200;
const ITEMS_AT_ONCE: u64 = 2_000;

/// Registers the export endpoint.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportAgentOrders, _>(export)
}

async fn export(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportAgentOrders>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Orders)?;
    let now = state.clock.now();
    let reader = Reader::new(Side::Staff, &caller, now);
    let (condition, words) = agent::condition(&input.query, caller.staff_id()?, reader, (now, caller.timezone))?;
    let plan = agent::list_plan(&scope, &input.query, &words, ReferenceVisibility::of_caller(&caller));
    let viewer = Viewer::from_caller(&caller);
    ensure_may_sort(&input.query, &caller)?;
    let AgentOrderQuery {
        limit,
        ref cursor,
        updated_since,
        ..
    } = input.query;
    let first = plan.window(limit, cursor.as_deref(), updated_since)?.into_first_block();
    let page = |window| list::page_without_extras(&scope, condition.clone(), &plan, window, (reader, viewer));
    let mut ids = Vec::new();
    let sheets = vec![(SHEET, COLUMNS.to_vec()), (ITEMS_SHEET, ITEM_COLUMNS.to_vec())];
    let filters = filters(&scope, &input.query, caller.language).await?;
    let mut file = XlsxExport::of_sheets(sheets, filters, caller.timezone);
    let row = |order: OrderSummary| {
        ids.push(order.id);
        to_cells(order, caller.language)
    };
    file.add_list(first, page, row).await?;
    add_items(&mut file, &scope, &ids, viewer, caller.language).await?;
    let file = file.finish::<OrderError>().await?;
    Ok(attachment("orders.xlsx", CONTENT_TYPE, file))
}

/// The filters that are set, with the names of clients and people.
async fn filters(
    rows: &impl ScopedConnection,
    query: &AgentOrderQuery,
    language: Language,
) -> Result<Filters, OrderError> {
    const ASSIGNEE: LocalizedText = ["Ответственный", "Assignee", "负责人"];
    let selected = query.order_ids.as_deref().map(|ids| ids.split(',').count());
    Ok(Filters::new(language)
        .with_choice(["Раздел", "Section", "分区"], query.section.map(section_text))
        .with(
            ["Выбрано заказов", "Selected orders", "已选订单"],
            selected.map(|count| Cell::Integer(i64::try_from(count).unwrap_or(i64::MAX))),
        )
        .with(filters::SEARCH, query.search.clone())
        .with(filters::CLIENT, export_names::client(rows, query.client_id).await?)
        .with_choice(filters::STATUS, query.status.map(status_text))
        .with_choice(
            ["Тип", "Type", "类型"],
            query.self_buyout.map(|is_self| {
                type_text(if is_self {
                    OrderType::SelfBuyout
                } else {
                    OrderType::Standard
                })
            }),
        )
        .with(filters::FROM, query.from)
        .with(filters::TO, query.to)
        .with_flag(["Непрочитанные", "Unread", "未读"], query.unread)
        .with_flag(["Непрочитанные чаты", "Unread chats", "未读聊天"], query.unread_chats)
        .with_flag(["Мои", "Mine", "我的"], query.mine)
        .with_flag(["Без ответственного", "Unassigned", "未分配"], query.unassigned)
        .with(
            ASSIGNEE,
            export_names::staff_member(rows, query.assigned_staff_id).await?,
        )
        .with(filters::UPDATED_SINCE, query.updated_since))
}

/// Adds the items of orders in blocks. Items of one order stand together.
async fn add_items(
    file: &mut XlsxExport,
    rows: &impl ScopedConnection,
    orders: &[OrderId],
    viewer: Viewer,
    language: Language,
) -> Result<(), OrderError> {
    for some in orders.chunks(ORDERS_AT_ONCE) {
        let mut last = None;
        loop {
            let mut select = item::Entity::find()
                .find_also_related(order::Entity)
                .filter(item::Column::OrderId.is_in(some.iter().map(|id| id.0)))
                .order_by_asc(item::Column::OrderId)
                .order_by_asc(item::Column::Id)
                .limit(ITEMS_AT_ONCE);
            if let Some((order, id)) = last {
                let same = item::Column::OrderId.eq(order).and(item::Column::Id.gt(id));
                select = select.filter(item::Column::OrderId.gt(order).or(same));
            }
            let found = rows.all_with(select).await?;
            let Some((row, _)) = found.last() else { break };
            last = Some((row.order_id, row.id));
            let has_more = found.len() as u64 == ITEMS_AT_ONCE;
            let cells = found.into_iter().filter_map(|(row, order)| {
                let order = order?;
                let number = order.number.clone();
                Some(item_cells(number, views::item(row, &order, viewer, None), language))
            });
            if !file.add_rows(1, cells.collect(), has_more).await {
                return Ok(());
            }
            if !has_more {
                break;
            }
        }
    }
    Ok(())
}

fn item_cells(order: String, item: Item, language: Language) -> Vec<Cell> {
    let lot = item.lot_price();
    let quantity = item.pieces();
    vec![
        order.into(),
        localized(item_status_text(item.status), language).into(),
        item.title.into(),
        item.translation.and_then(|translated| translated.title).into(),
        item.variant.into(),
        item.url.into(),
        item.external_id.into(),
        Cell::Integer(quantity.into()),
        lot.map(|lot| lot.price).into(),
        lot.map_or(Cell::Empty, |lot| Cell::Integer(lot.per.into())),
        item.total.into(),
        item.marketplace_order_number.into(),
        item.domestic_track.into(),
        item.cell.into(),
        item.weight_grams.map_or(Cell::Empty, Cell::Thousandths),
        item.comment.into(),
    ]
}

fn to_cells(order: OrderSummary, language: Language) -> Vec<Cell> {
    vec![
        order.number.into(),
        localized(status_text(order.status), language).into(),
        localized(type_text(order.order_type), language).into(),
        order.client_code.into(),
        order.client_name.into(),
        order.title.into(),
        Cell::Integer(order.items_count.into()),
        Cell::Integer(order.problem_count.into()),
        order.total.into(),
        order.created_at.into(),
        order.last_activity_at.into(),
    ]
}

const fn status_text(status: OrderStatus) -> LocalizedText {
    match status {
        OrderStatus::Draft => ["Черновик", "Draft", "草稿"],
        OrderStatus::Submitted => ["На расчёте", "Being priced", "报价中"],
        OrderStatus::Quoted => ["Ждёт оплаты", "To be paid", "待付款"],
        OrderStatus::Paid => ["Оплачен", "Paid", "已付款"],
        OrderStatus::Purchasing => ["Выкупается", "Purchasing", "采购中"],
        OrderStatus::Purchased => ["Выкуплен", "Purchased", "已采购"],
        OrderStatus::Expected => ["Ожидается", "Expected", "待入库"],
        OrderStatus::AtWarehouse => ["На складе", "At the warehouse", "已入库"],
        OrderStatus::Shipped => ["Отправлен", "Shipped", "已发货"],
        OrderStatus::Accepted => ["Принят", "Accepted", "已验收"],
        OrderStatus::Canceled => ["Отменён", "Canceled", "已取消"],
    }
}

const fn section_text(section: OrderSection) -> LocalizedText {
    match section {
        OrderSection::ToPrice => ["К расчёту", "To price", "待报价"],
        OrderSection::ToBuy => ["К выкупу", "To buy", "待采购"],
        OrderSection::Awaited => ["В пути на склад", "On the way", "运往仓库"],
        OrderSection::Warehouse => ["На складе", "At the warehouse", "已入库"],
        OrderSection::Problems => ["Проблемы", "Problems", "问题"],
        OrderSection::Mine => ["Мои", "Mine", "我的"],
        OrderSection::Services => ["Услуги", "Services", "增值服务"],
        OrderSection::Overdue => ["Без движения", "No activity", "无进展"],
    }
}

const fn type_text(order_type: OrderType) -> LocalizedText {
    match order_type {
        OrderType::Standard => ["Обычный заказ", "Standard order", "普通订单"],
        OrderType::SelfBuyout => ["Самовыкуп", "Self-buyout", "自购"],
    }
}

const fn item_status_text(status: ItemStatus) -> LocalizedText {
    match status {
        ItemStatus::New => ["Новый", "New", "新建"],
        ItemStatus::Approved => ["К выкупу", "To buy", "待采购"],
        ItemStatus::Refused => ["Отказ", "Refused", "已拒绝"],
        ItemStatus::Bought => ["Выкуплен", "Bought", "已采购"],
        ItemStatus::Sent => ["В пути на склад", "On the way", "运往仓库"],
        ItemStatus::AtWarehouse => ["На складе", "At the warehouse", "已入库"],
        ItemStatus::Packed => ["Упакован", "Packed", "已打包"],
        ItemStatus::Shipped => ["Отправлен", "Shipped", "已发货"],
        ItemStatus::Accepted => ["Принят", "Accepted", "已签收"],
        ItemStatus::Problem => ["Проблема", "Problem", "有问题"],
        ItemStatus::Returned => ["Возвращён продавцу", "Returned to the seller", "已退货"],
        ItemStatus::Refunded => ["Деньги возвращены", "Refunded", "已退款"],
    }
}
