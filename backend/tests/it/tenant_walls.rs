//! The walls at run time, transactions included; the scope module's own examples show what does not even compile.

use crate::{orders::filled, support::on_both};
use karavan::{
    notes::entity as note,
    orders::entity::order,
    platform::scope::{Owned, Rows, Walls},
};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

on_both! {
    async fn the_system_scope_sees_every_tenant_and_a_transaction_can_be_forgotten(app: App) {
        let (id, _) = filled(&app.client().await).await;
        let tx = app.state.system().begin().await.expect("begins");
        let gone = order::Entity::delete_many().filter(order::Column::Id.eq(id));
        assert_eq!(tx.delete_where(gone).await.expect("deletes"), 1);
        assert!(tx.one(order::Entity::find_by_id(id)).await.expect("reads").is_none());
        tx.rollback().await.expect("rolls back");
        assert!(app.state.system().one(order::Entity::find_by_id(id)).await.expect("reads").is_some());
    }

    async fn a_query_widened_on_purpose_stays_walled_in(app: App) {
        let (id, _) = filled(&app.client().await).await;
        let foreign = app.state.system().enter_client(2, 4);
        let widened = order::Entity::find().filter(Condition::any().add(order::Column::Id.eq(id)).add(order::Column::Id.gt(0)));
        assert!(foreign.all(widened).await.expect("reads").is_empty());
        let tx = foreign.begin().await.expect("begins");
        assert_eq!(tx.delete_where(order::Entity::delete_many()).await.expect("deletes"), 0);
        assert!(tx.all(note::Entity::find()).await.expect("reads").is_empty(), "a table without a client is out of reach");
        tx.commit().await.expect("commits");
        assert!(matches!(note::Entity::walls(), Walls::Agent(_)));
    }
}
