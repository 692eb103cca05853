//! Notes are the agent's own: flags for staff, never a trace for clients.

use crate::{
    orders::{filled, submitted},
    support::on_both,
};
use karavan::{notes::entity as note, platform::scope::Rows};
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::json;

on_both! {
    async fn staff_see_flags_and_clients_see_nothing(app: App) {
        let client = app.client().await;
        let _ = filled(&client).await;
        let id = submitted(&client).await;
        let line = client.get(&format!("/client/orders/{id}")).await.expect(200)["items"][0]["id"].as_i64().expect("an id");
        let row = note::ActiveModel {
            id: NotSet,
            agent_id: Set(1),
            staff_id: Set(None),
            notable_type: Set("item".to_owned()),
            notable_id: Set(line),
            body: Set("канарейка".to_owned()),
            created_at: Set(app.state.clock.now()),
            updated_at: Set(app.state.clock.now()),
        };
        app.state.system().insert(row).await.expect("a note");
        let card = app.owner().await.get(&format!("/agent/orders/{id}")).await.expect(200);
        assert_eq!((&card["has_note"], &card["items"][0]["has_note"], &card["groups"][0]["has_note"]), (&json!(false), &json!(true), &json!(false)));
        for path in [format!("/client/orders/{id}"), format!("/client/orders/{id}/history"), "/client/orders".to_owned()] {
            let seen = client.get(&path).await.expect(200).to_string();
            assert!(!seen.contains("has_note") && !seen.contains("канарейка"), "{seen}");
        }
    }
}
