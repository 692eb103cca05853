//! Notifications of an agent's owner about the invoices of the service: each stage of an invoice once.

use super::{BillingError, month::day_of, service_ledger::rubles};
use chrono::{DateTime, Duration, Utc};
use entities::invoice::{Column, Entity, Model};
use infra::events::{self, InvoiceFacts, NotificationEvent, Subject};
use platform::jobs::FailedRows;
use platform::scope::{AgentPolicy, ScopedConnection, SystemScope, Tx};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::{
    billing::{InvoiceStage, limits},
    notifications::Notice,
    services::LocalizedName,
};

/// Invoices per query of a run.
const BATCH: u64 = 500;

/// Notifies the owner of the agent that an invoice is at a stage.
pub(super) async fn notify(
    rows: &impl ScopedConnection,
    row: &Model,
    stage: InvoiceStage,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let event = NotificationEvent {
        notice: Notice::ServiceInvoice,
        agent_id: row.agent_id,
        client_id: None,
        subject: Subject::Invoice(row.id),
        name: row.id.to_string(),
        money: Some(rubles(row.amount_minor)),
        text: String::new(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: Some(InvoiceFacts {
            stage,
            month: row.month,
            is_paid: row.paid_at.is_some(),
            due_on: day_of(row.due_at),
            read_only_on: day_of(row.read_only_at),
        }),
    };
    events::notify(rows, vec![event], now).await
}

/// Notifies the owners whose open invoices have reached a later stage, each in its own transaction. Stages that passed while no
/// run happened are left out.
pub(super) async fn notify_stages(
    system: &SystemScope,
    failed: &mut FailedRows,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    let mut after = 0;
    loop {
        let select = Entity::find()
            .filter(Column::PaidAt.is_null())
            .filter(Column::CanceledAt.is_null())
            .filter(Column::Notified.ne(InvoiceStage::ReadOnly))
            .filter(Column::DueAt.lte(now + Duration::days(limits::REMINDER_DAYS)))
            .filter(Column::Id.gt(after))
            .order_by_asc(Column::Id)
            .limit(BATCH);
        let batch = system.all(select).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.id.0;
        for row in batch {
            let stage = InvoiceStage::at(now, row.due_at, row.read_only_at);
            if stage > row.notified {
                let scope = system.enter_agent(row.agent_id);
                let reached = scope.in_transaction(async |tx| reach(tx, &row, stage, now).await).await;
                failed.check(format!("stage of invoice {}", row.id), reached);
            }
        }
    }
}

/// Records a stage and notifies of it, unless another run has done so or the invoice was closed meanwhile.
async fn reach(tx: &Tx<AgentPolicy>, row: &Model, stage: InvoiceStage, now: DateTime<Utc>) -> Result<(), BillingError> {
    let update = Entity::update_many()
        .col_expr(Column::Notified, Expr::value(stage))
        .filter(Column::Id.eq(row.id))
        .filter(Column::Notified.eq(row.notified))
        .filter(Column::PaidAt.is_null())
        .filter(Column::CanceledAt.is_null());
    if tx.update_count(update).await? > 0 {
        notify(tx, row, stage, now).await?;
    }
    Ok(())
}
