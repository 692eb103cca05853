//! An invitation is confirmed when the person proves the phone it was made for.

use super::side::{Common, Members};
use crate::{
    identity::entity::{client_member, staff},
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::access::Guard;

/// Confirms the person's invitations on one side; to be called whenever a login has proven the person's phone by a code or
/// a link. Says how many were confirmed.
pub async fn confirm_on_proof(rows: &impl Rows, user_id: i64, guard: Guard, now: DateTime<Utc>) -> Result<u64, DbErr> {
    match guard {
        Guard::Agent => confirm::<staff::Entity>(rows, user_id, now).await,
        Guard::Client => confirm::<client_member::Entity>(rows, user_id, now).await,
    }
}

async fn confirm<M: Members>(rows: &impl Rows, user_id: i64, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let confirm = M::update_many()
        .col_expr(M::column(Common::ConfirmedAt), Expr::value(now))
        .col_expr(M::column(Common::UpdatedAt), Expr::value(now))
        .col_expr(M::column(Common::Version), Expr::col(M::column(Common::Version)).add(1))
        .filter(M::column(Common::UserId).eq(user_id))
        .filter(M::column(Common::ConfirmedAt).is_null())
        .filter(M::column(Common::DisabledAt).is_null());
    rows.update_count(confirm).await
}
