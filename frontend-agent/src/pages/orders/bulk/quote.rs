//! Quotes of the selected orders: each order is quoted at the sum that was shown.

use super::state::BulkState;
use crate::pages::bulk::Outcome;
use frontend_ui::{api::Error, prelude::*};
use shared_types::orders::{MoveReason, OrderSummary, QuoteOrder, QuoteRequest, ReopenOrder};
use std::pin::Pin;

pub(super) async fn quote_all(state: BulkState, orders: Vec<OrderSummary>) -> Outcome<OrderSummary> {
    let quote = |order: &OrderSummary| {
        let body = QuoteRequest {
            rate: None,
            comment: None,
            amount: order.due,
        };
        let call = api::send::<QuoteOrder>((order.id,), Nothing {}, body, Options::default());
        async move { call.await.map(|_| ()) }
    };
    state.run.with_each(orders, quote).await
}

/// Withdraws the quotes.
pub(super) fn withdraw(orders: Vec<OrderSummary>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>> {
    Box::pin(async move {
        for order in orders {
            let reason = MoveReason { reason: None };
            api::send::<ReopenOrder>((order.id,), Nothing {}, reason, Options::default()).await?;
        }
        Ok(())
    })
}
