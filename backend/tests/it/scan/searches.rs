//! Scanners that type into search fields.

use super::create_cell;
use crate::support::{Actor, on_both};
use serde_json::Value;

/// The addresses of lists that are searched, with `{}` for the words, of one side.
async fn searched_lists(anonymous: &Actor, side: &str) -> Vec<String> {
    let document = anonymous.get("/api/openapi.json").await.expect(200);
    let paths = document["paths"].as_object().expect("paths");
    let is_search = |parameter: &Value| parameter["name"] == "search" && parameter["in"] == "query";
    let of_side = paths.iter().filter(|(path, methods)| {
        let parameters = methods["get"]["parameters"].as_array();
        path.starts_with(&format!("/{side}/")) && parameters.is_some_and(|found| found.iter().any(is_search))
    });
    // A list of one object is another list for each of them; its words are read by the same code.
    let of_side = of_side.filter(|(path, _)| !path.contains('{'));
    of_side.map(|(path, _)| format!("{path}?search={{}}")).collect()
}

#[apply(on_both)]
async fn scanners_type_into_every_search(app: App) {
    let (owner, client, anonymous) = (app.owner().await, app.client().await, app.anonymous());
    for (actor, side, least) in [(&owner, "agent", 9), (&client, "client", 2)] {
        let lists = searched_lists(&anonymous, side).await;
        assert!(lists.len() >= least, "{lists:?}");
        for list in lists {
            for text in ["%5DC1K1%1D", "%02K1%1E%04%0D%0A", "%1D", "K1%00", "K1%E2%80%8B%1F"] {
                let answer = actor.get(&list.replace("{}", text)).await;
                assert_eq!(answer.status, 200, "{list} {text}: {}", answer.text);
            }
        }
    }
    // The same is found as without the marks.
    let found = async |text: &str| {
        let page = owner.get(&format!("/agent/clients?search={text}")).await.expect(200);
        page["data"].as_array().expect("clients").len()
    };
    let plain = found("K1").await;
    assert!(plain > 0);
    assert_eq!(
        (found("%5DC1K1%1D").await, found("%02K1%1E%04%0D%0A").await),
        (plain, plain)
    );
    // A code is looked up with its elements.
    let (_, code) = create_cell(&owner, "A-1").await;
    let shown = owner.get(&format!("/agent/scan?code=%5DQ1{code}%1D")).await.expect(200);
    assert_eq!(shown["target"]["kind"], "cell", "{shown}");
}
