//! Saving: blank texts, limits, versions, parallel saves.

use super::{note_text, save_note, stored_notes};
use crate::support::{WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn blank_text_deletes_the_note(app: App) {
    app.remove_canary_notes().await;
    let owner = app.owner().await;
    for blank in ["", "   ", "\n\t\r\n", "\u{3000}\u{a0}"] {
        let _ = save_note(&owner, "/agent/notes/client/1", "слова").await;
        let cleared = save_note(&owner, "/agent/notes/client/1", blank).await;
        assert_eq!(cleared, json!({"body": "", "updated_at": null, "version": 0}));
        assert_eq!(stored_notes(&app).await, []);
        let _ = save_note(&owner, "/agent/notes/personal", "слова").await;
        let _ = save_note(&owner, "/agent/notes/personal", blank).await;
        assert_eq!(
            owner.get("/agent/notes/personal").await.expect(200)["updated_at"],
            json!(null)
        );
    }
    assert_eq!(
        save_note(&owner, "/agent/notes/client/1", "").await["body"],
        "",
        "deleting a missing note succeeds"
    );
}

#[apply(on_both)]
async fn note_limits_count_characters(app: App) {
    app.remove_canary_notes().await;
    let owner = app.owner().await;
    for character in ["备", "😀", "ж"] {
        for (path, most) in [("/agent/notes/client/1", 10_000), ("/agent/notes/personal", 50_000)] {
            let longest = character.repeat(most);
            assert_eq!(save_note(&owner, path, &longest).await["body"], longest.as_str());
            assert_eq!(note_text(&owner, path).await, longest);
            let problem = owner
                .post(path, json!({"body": character.repeat(most + 1)}))
                .await
                .expect_problem(422, "validation_failed");
            assert_eq!(
                (
                    &problem["errors"]["body"][0]["code"],
                    &problem["errors"]["body"][0]["params"]
                ),
                (&json!("too_long"), &json!({"max": most}))
            );
            assert_eq!(note_text(&owner, path).await, longest, "nothing changed");
        }
    }
    for wrong in [
        json!({}),
        json!({"body": 5}),
        json!({"body": null}),
        json!({"body": "a\u{0}b"}),
        json!({"body": "a", "staff_id": 2}),
    ] {
        let problem = owner
            .post("/agent/notes/client/1", wrong)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"].as_object().is_some_and(|errors| !errors.is_empty()));
    }
}

#[apply(on_both)]
async fn stale_note_save_is_refused(app: App) {
    app.remove_canary_notes().await;
    let (owner, warehouse) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let path = "/agent/notes/client/1";
    let text = |body: &str| json!({"body": body});
    let seen = |note: &Value| format!("\"{}\"", note["version"]);
    // Both edit an empty note; the second save is stale.
    let first = owner
        .with_header("if-match", "\"0\"")
        .post(path, text("первый"))
        .await
        .expect(200);
    let _ = warehouse
        .with_header("if-match", "\"0\"")
        .post(path, text("второй"))
        .await
        .expect_problem(412, "version_stale");
    // A repeated save after a lost response.
    assert_eq!(
        owner
            .with_header("if-match", "\"0\"")
            .post(path, text("первый"))
            .await
            .expect(200)["version"],
        first["version"]
    );
    let second = warehouse
        .with_header("if-match", &seen(&first))
        .post(path, text("первый и второй"))
        .await
        .expect(200);
    let _ = owner
        .with_header("if-match", &seen(&first))
        .post(path, text(""))
        .await
        .expect_problem(412, "version_stale");
    assert_eq!(note_text(&owner, path).await, "первый и второй");
    let gone = owner
        .with_header("if-match", &seen(&second))
        .post(path, text(" "))
        .await
        .expect(200);
    assert_eq!(gone["version"], 0);
    let _ = warehouse
        .with_header("if-match", &seen(&second))
        .post(path, text("третий"))
        .await
        .expect_problem(412, "version_stale");
    // The published API without a version keeps working.
    assert_eq!(save_note(&warehouse, path, "четвёртый").await["body"], "четвёртый");
}

#[apply(on_both)]
async fn parallel_saves_leave_one_note(app: App) {
    app.remove_canary_notes().await;
    let owner = app.owner().await;
    let path = "/agent/notes/client/1";
    let writers = (0..16).map(|index| {
        let owner = owner.clone();
        async move { owner.post(path, json!({"body": format!("слова {index}")})).await.status }
    });
    assert!(
        futures::future::join_all(writers)
            .await
            .iter()
            .all(|status| *status == 200)
    );
    assert_eq!(stored_notes(&app).await.len(), 1);
    // Exactly one of the saves with the same version succeeds.
    let now = owner.get(path).await.expect(200);
    let conditional = owner.with_header("if-match", &format!("\"{}\"", now["version"]));
    let writers = (0..16).map(|index| {
        let conditional = conditional.clone();
        async move {
            conditional
                .post(path, json!({"body": format!("осторожно {index}")}))
                .await
                .status
        }
    });
    let answers = futures::future::join_all(writers).await;
    assert_eq!(
        answers.iter().filter(|status| **status == 200).count(),
        1,
        "{answers:?}"
    );
    let _ = save_note(&owner, path, "").await;
    let first = owner.with_header("if-match", "\"0\"");
    let writers = (0..16).map(|index| {
        let first = first.clone();
        async move {
            first
                .post(path, json!({"body": format!("начало {index}")}))
                .await
                .status
        }
    });
    let answers = futures::future::join_all(writers).await;
    assert_eq!(
        answers.iter().filter(|status| **status == 200).count(),
        1,
        "{answers:?}"
    );
}
