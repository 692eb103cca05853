//! The tenant scope at run time, including transactions. The doc tests of the scope module cover code that does not compile.

use crate::{orders::draft_with_item, support::on_both};
use entities::{note, order};
use platform::scope::{Owned, Ownership, ScopedConnection};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};
use shared_types::id::{AgentId, ClientId, OrderId};

#[apply(on_both)]
async fn system_scope_sees_all_tenants_and_transactions_roll_back(app: App) {
    let (id, _) = draft_with_item(&app.client().await).await;
    let tx = app.state.system().begin().await.expect("begins");
    let gone = order::Entity::delete_many().filter(order::Column::Id.eq(id));
    assert_eq!(tx.delete_where(gone).await.expect("deletes"), 1);
    assert!(
        tx.one(order::Entity::find_by_id(OrderId(id)))
            .await
            .expect("reads")
            .is_none()
    );
    tx.rollback().await.expect("rolls back");
    assert!(
        app.state
            .system()
            .one(order::Entity::find_by_id(OrderId(id)))
            .await
            .expect("reads")
            .is_some()
    );
}

#[apply(on_both)]
async fn widened_query_stays_in_the_tenant_scope(app: App) {
    let (id, _) = draft_with_item(&app.client().await).await;
    let foreign = app.state.system().enter_client(AgentId(2), ClientId(4));
    let widened = order::Entity::find().filter(
        Condition::any()
            .add(order::Column::Id.eq(id))
            .add(order::Column::Id.gt(0)),
    );
    assert!(foreign.all(widened).await.expect("reads").is_empty());
    let tx = foreign.begin().await.expect("begins");
    assert_eq!(tx.delete_where(order::Entity::delete_many()).await.expect("deletes"), 0);
    assert!(
        tx.all(note::Entity::find()).await.expect("reads").is_empty(),
        "a table without a client is not accessible"
    );
    tx.commit().await.expect("commits");
    assert!(matches!(note::Entity::ownership(), Ownership::Agent(_)));
}
