//! Rows of order lists: the columns that a list shows.

use super::{activity::Reader, thumbnails, viewer::Viewer};
use chrono::{DateTime, Utc};
use entities::{client, note_flags, order, order_quote as quote};
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, RelationTrait, Select,
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};
use shared_types::{
    id::{ClientId, OrderId, StaffId},
    money::{Currency, Money},
    orders::{OrderStatus, OrderSummary, OrderType, Side},
};

/// Code and name of a client, shown with an order.
#[derive(Clone, Debug)]
pub(super) struct ClientLabel {
    pub(super) code: String,
    pub(super) name: String,
}

/// Optional columns that a page shows of its orders.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extras {
    pub(super) thumbnails: bool,
    pub(super) notes: bool,
}

/// The columns that a list shows of an order and its client.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct SummaryRow {
    pub(super) id: OrderId,
    number: String,
    order_type: OrderType,
    status: OrderStatus,
    title: String,
    client_id: ClientId,
    items_count: i32,
    total_minor: i64,
    currency: Currency,
    mixed_currencies: bool,
    problem_count: i32,
    is_unread: bool,
    assigned_staff_id: Option<StaffId>,
    created_at: DateTime<Utc>,
    submitted_at: Option<DateTime<Utc>>,
    last_activity_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
    client_code: String,
    client_name: String,
    thumbnails: Option<String>,
    has_note: Option<bool>,
    due_minor: Option<i64>,
}

/// The amount that is due for a row of `orders` while it is quoted: the price of its quote. Its charges are paid already.
fn due_of_quoted() -> SimpleExpr {
    let due = Query::select()
        .column(quote::Column::DueMinor)
        .from(quote::Entity)
        .and_where(Expr::col((quote::Entity, quote::Column::Id)).equals((order::Entity, order::Column::QuoteId)))
        .to_owned();
    // The statement says in words what a parameter would hide from the planner.
    let is_quoted = Expr::cust(format!("orders.status = '{}'", OrderStatus::Quoted.as_str()));
    Expr::case(is_quoted, Expr::expr(due)).into()
}

impl SummaryRow {
    /// Selects these columns of orders and the columns of their clients.
    pub(super) fn select(orders: Select<order::Entity>, reader: Reader, extras: Extras) -> Select<order::Entity> {
        use order::Column;
        let thumbnails = if extras.thumbnails {
            thumbnails::column()
        } else {
            Expr::cust("CAST(NULL AS text)")
        };
        let has_note = if extras.notes {
            note_flags::order_has_note()
        } else {
            Expr::cust("CAST(NULL AS boolean)")
        };
        orders
            .select_only()
            .columns([
                Column::Id,
                Column::Number,
                Column::Status,
                Column::Title,
                Column::ClientId,
                Column::ItemsCount,
                Column::TotalMinor,
                Column::Currency,
                Column::MixedCurrencies,
                Column::ProblemCount,
                Column::AssignedStaffId,
                Column::CreatedAt,
                Column::SubmittedAt,
                Column::LastActivityAt,
                Column::UpdatedAt,
            ])
            .column_as(Column::OrderType, "order_type")
            .column_as(reader.is_unread(), "is_unread")
            .join(JoinType::InnerJoin, order::Relation::Client.def())
            .column_as(client::Column::Code, "client_code")
            .column_as(client::Column::Name, "client_name")
            .column_as(thumbnails, "thumbnails")
            .column_as(has_note, "has_note")
            .column_as(due_of_quoted(), "due_minor")
    }

    /// The row of an order that was read as a whole, and not as unread.
    pub(super) fn new(order: &order::Model, client: ClientLabel) -> Self {
        Self {
            id: order.id,
            number: order.number.clone(),
            order_type: order.order_type,
            status: order.status,
            title: order.title.clone(),
            client_id: order.client_id,
            items_count: order.items_count,
            total_minor: order.total_minor,
            currency: order.currency,
            mixed_currencies: order.mixed_currencies,
            problem_count: order.problem_count,
            is_unread: false,
            assigned_staff_id: order.assigned_staff_id,
            created_at: order.created_at,
            submitted_at: order.submitted_at,
            last_activity_at: order.last_activity_at,
            updated_at: order.updated_at,
            client_code: client.code,
            client_name: client.name,
            thumbnails: None,
            has_note: None,
            due_minor: None,
        }
    }

    /// The API view, with the extras that were selected.
    pub(super) fn view(self, viewer: Viewer) -> OrderSummary {
        OrderSummary {
            id: self.id,
            number: self.number,
            order_type: self.order_type,
            status: self.status,
            title: self.title,
            client_id: self.client_id,
            client_code: self.client_code,
            client_name: self.client_name,
            items_count: self.items_count,
            total: viewer.prices.then(|| Money::new(self.total_minor, self.currency)),
            due: self
                .due_minor
                .filter(|_| viewer.prices)
                .map(|due| Money::new(due, self.currency)),
            mixed_currencies: self.mixed_currencies,
            problem_count: self.problem_count,
            unread: self.is_unread,
            thumbnails: self.thumbnails.as_deref().map(thumbnails::split).unwrap_or_default(),
            assigned_staff_id: self.assigned_staff_id.filter(|_| viewer.side == Side::Staff),
            created_at: self.created_at,
            submitted_at: self.submitted_at,
            last_activity_at: self.last_activity_at,
            updated_at: self.updated_at,
            warehouse: None,
            has_note: self.has_note,
        }
    }
}
