//! The sums of a report, added up by the database: one statement over the ledger, and two over the purchases.

use super::{
    figures::Sums,
    goods_cost::{self, CostRow},
    selection::{Selection, add_key, total},
};
use entities::{
    item_service, ledger_account, ledger_account::AccountKind, ledger_entry as entry, ledger_posting, order, payment,
    refund, shipment,
};
use platform::scope::{AgentScope, ScopedConnection};
use sea_orm::{
    EntityName, FromQueryResult, JoinType, QuerySelect, QueryTrait, Select, entity::prelude::*, sea_query::Expr,
};
use shared_types::money::Currency;
use std::collections::BTreeMap;

/// Revenue of these kinds of entries, in minor units. Payments credit the revenue, refunds debit it.
fn revenue_of(kinds: &str) -> String {
    total(&format!(
        "CASE WHEN ledger_entries.kind IN ({kinds}) THEN ledger_postings.amount_minor ELSE 0 END"
    ))
}

/// The freight of a paid shipment in the currency of the payment. Unknown without a rate that was stated to the client.
const FREIGHT: &str = "CASE WHEN shipments.freight_currency = ledger_postings.currency THEN shipments.freight_minor \
    WHEN ledger_postings.currency = 'RUB' THEN shipments.freight_rub_minor END";

/// A term for payments of shipments, and 0 for other entries.
fn of_shipment_payments(term: &str) -> String {
    total(&format!(
        "CASE WHEN ledger_entries.kind = 'shipment_payment' THEN {term} ELSE 0 END"
    ))
}

/// A row of the sums over the ledger.
#[derive(Debug, FromQueryResult)]
struct LedgerRow {
    report_key: Option<String>,
    currency: Currency,
    code: Option<String>,
    name: Option<String>,
    payments: i64,
    orders: i64,
    separate_services: i64,
    delivery: i64,
    order_refunds: i64,
    delivery_refunds: i64,
    goods: i64,
    domestic: i64,
    commission: i64,
    quoted_services: i64,
    freight: i64,
    freight_unknown: i64,
    rate_gain: i64,
    rate_gain_unknown: i64,
}

/// The sums of one group in one currency.
#[derive(Clone, Debug)]
pub(super) struct GroupSums {
    /// The day, or the id of the client or staff member; `None` for unassigned orders.
    pub(super) key: Option<String>,
    pub(super) currency: Currency,
    /// The agent's number of the client.
    pub(super) code: Option<String>,
    /// The name of the client or staff member.
    pub(super) name: Option<String>,
    pub(super) sums: Sums,
}

/// Adds up the entries and the cost of the period. Takes three statements.
pub(super) async fn load(scope: &AgentScope, selection: &Selection<'_>) -> Result<Vec<GroupSums>, DbErr> {
    let rows: Vec<LedgerRow> = scope.all_as(ledger_select(scope, selection)).await?;
    let costs = goods_cost::load(scope, selection).await?;
    let by_key = |group: GroupSums| ((group.key.clone(), group.currency), group);
    let mut groups: BTreeMap<_, _> = rows.into_iter().map(GroupSums::from).map(by_key).collect();
    for row in costs {
        let CostRow {
            report_key,
            currency,
            cost,
            paid_cost,
            expected_cost,
        } = row;
        let missing = format!("the payments of {report_key:?}");
        // The entry of a payment has the payment's time and document, so the group exists.
        let group = groups.get_mut(&(report_key, currency));
        let group = group.ok_or(DbErr::RecordNotFound(missing))?;
        group.sums += Sums {
            cost,
            paid_cost,
            expected_cost,
            ..Sums::default()
        };
    }
    Ok(groups.into_values().collect())
}

impl From<LedgerRow> for GroupSums {
    fn from(row: LedgerRow) -> Self {
        let sums = Sums {
            payments: row.payments,
            orders: row.orders,
            goods: row.goods,
            domestic: row.domestic,
            commission: row.commission,
            quoted_services: row.quoted_services,
            separate_services: row.separate_services,
            delivery: row.delivery,
            order_refunds: row.order_refunds,
            delivery_refunds: row.delivery_refunds,
            freight: row.freight,
            freight_unknown: row.freight_unknown,
            rate_gain: row.rate_gain,
            rate_gain_unknown: row.rate_gain_unknown,
            ..Sums::default()
        };
        Self {
            key: row.report_key,
            currency: row.currency,
            code: row.code,
            name: row.name,
            sums,
        }
    }
}

fn ledger_select(scope: &AgentScope, selection: &Selection<'_>) -> Select<entry::Entity> {
    let mut select = entry::Entity::find().select_only();
    let query = QueryTrait::query(&mut select);
    let mut join = |kind, table, on: &'static str| {
        query.join(kind, table, Expr::cust(on));
    };
    let (inner, left) = (JoinType::InnerJoin, JoinType::LeftJoin);
    join(
        inner,
        ledger_posting::Entity.table_ref(),
        "ledger_postings.agent_id = ledger_entries.agent_id AND ledger_postings.entry_id = ledger_entries.id",
    );
    join(
        inner,
        ledger_account::Entity.table_ref(),
        "ledger_accounts.agent_id = ledger_postings.agent_id AND ledger_accounts.id = ledger_postings.account_id",
    );
    join(
        left,
        item_service::Entity.table_ref(),
        "ledger_entries.document_type = 'service' AND order_item_services.agent_id = ledger_entries.agent_id \
         AND order_item_services.id = ledger_entries.document_id",
    );
    join(
        left,
        order::Entity.table_ref(),
        "orders.agent_id = ledger_entries.agent_id AND orders.id = CASE ledger_entries.document_type \
         WHEN 'order' THEN ledger_entries.document_id ELSE order_item_services.order_id END",
    );
    join(
        left,
        shipment::Entity.table_ref(),
        "ledger_entries.document_type = 'shipment' AND shipments.agent_id = ledger_entries.agent_id \
         AND shipments.id = ledger_entries.document_id",
    );
    join(
        left,
        entities::client::Entity.table_ref(),
        "clients.agent_id = ledger_entries.agent_id AND clients.id = COALESCE(orders.client_id, shipments.client_id)",
    );
    join(
        left,
        payment::Entity.table_ref(),
        "payments.agent_id = ledger_entries.agent_id AND payments.entry_id = ledger_entries.id",
    );
    join(
        left,
        refund::Entity.table_ref(),
        "refunds.agent_id = ledger_entries.agent_id AND refunds.entry_id = ledger_entries.id",
    );
    let time = (entry::Column::CreatedAt, "ledger_entries.created_at");
    let mut select = add_key(select, scope, selection, time)
        .filter(ledger_account::Column::Kind.eq(AccountKind::Revenue))
        .column_as(ledger_posting::Column::Currency, "currency")
        .group_by(ledger_posting::Column::Currency);
    if let Some(currency) = selection.currency {
        select = select.filter(ledger_posting::Column::Currency.eq(currency));
    }
    let sums = [
        (
            "payments",
            total("CASE WHEN ledger_postings.amount_minor > 0 THEN 1 ELSE 0 END"),
        ),
        ("orders", revenue_of("'order_payment'")),
        ("separate_services", revenue_of("'service_payment'")),
        ("delivery", revenue_of("'shipment_payment'")),
        (
            "order_refunds",
            format!("-{}", revenue_of("'order_refund', 'service_refund'")),
        ),
        ("delivery_refunds", format!("-{}", revenue_of("'shipment_refund'"))),
        ("freight", of_shipment_payments(&format!("COALESCE({FREIGHT}, 0)"))),
        (
            "freight_unknown",
            of_shipment_payments(&format!("CASE WHEN {FREIGHT} IS NULL THEN 1 ELSE 0 END")),
        ),
        ("goods", total("payments.goods_minor")),
        ("domestic", total("payments.domestic_minor")),
        ("commission", total("payments.commission_minor")),
        ("quoted_services", total("payments.services_minor")),
        (
            "rate_gain",
            total("COALESCE(payments.rate_gain_minor, 0) - COALESCE(refunds.rate_gain_minor, 0)"),
        ),
        (
            "rate_gain_unknown",
            total(
                "CASE WHEN ledger_entries.kind = 'order_payment' AND payments.rate_gain_minor IS NULL THEN 1 ELSE 0 END",
            ),
        ),
    ];
    for (name, sum) in sums {
        select = select.column_as(Expr::cust(sum), name);
    }
    select
}
