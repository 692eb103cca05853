//! Documents that are made from the code: `KARAVAN_WRITE_DOCS=1` writes them anew, otherwise they are compared.

use crate::support::App;
use shared_types::{access::Access, problem::ProblemCode};
use std::{env, fmt::Write as _, fs, path::Path};

/// Compares a document with what the code says, or writes it.
fn check(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("docs")
        .join(name);
    if env::var_os("KARAVAN_WRITE_DOCS").is_some() {
        fs::write(&path, made).expect("the document is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "docs/{name} is not what the code says: run the tests with KARAVAN_WRITE_DOCS=1 and look at the difference"
    );
}

fn demanded(access: Access) -> String {
    match access {
        Access::Public => "everybody".to_owned(),
        Access::RefreshCookie => "the refresh cookie of the side".to_owned(),
        Access::AnyGuard => "anybody logged in".to_owned(),
        Access::Guard(guard) => format!("anybody logged in as {}", guard.as_str()),
        Access::Agent(object, level) => format!("staff with `{}` on `{}`", level.as_str(), object.as_str()),
        Access::Client(object, level) => format!("client members with `{}` on `{}`", level.as_str(), object.as_str()),
        Access::ExtensionToken => "a live extension token".to_owned(),
    }
}

#[test]
fn the_list_of_problems_is_up_to_date() {
    let mut made = "# Problems\n\nEvery refusal is a problem detail (RFC 9457) with one of these codes. Made from `shared_types::problem`.\n\n| code | status | meaning |\n|---|---|---|\n".to_owned();
    for code in ProblemCode::ALL {
        let _ = writeln!(made, "| `{}` | {} | {} |", code.as_str(), code.status(), code.title());
    }
    check("errors.md", &made);
}

#[tokio::test]
async fn no_name_of_the_contract_stands_for_two_schemas() {
    let app = App::sqlite().await;
    let (_, endpoints) = karavan::app::api(&app.state).finish();
    let clashes = karavan::platform::http::openapi::clashes(&endpoints);
    assert!(clashes.is_empty(), "{clashes:?}");
}

#[tokio::test]
async fn the_list_of_permissions_is_up_to_date() {
    let app = App::sqlite().await;
    let (_, mut endpoints) = karavan::app::api(&app.state).finish();
    endpoints.sort_by_key(|endpoint| (endpoint.path, endpoint.method.as_str()));
    let mut made = "# Who may call what\n\nMade from the endpoint declarations that the router reads; owners pass every level.\n\n| method | address | who |\n|---|---|---|\n".to_owned();
    for endpoint in endpoints {
        let _ = writeln!(
            made,
            "| {} | `{}` | {} |",
            endpoint.method.as_str(),
            endpoint.path,
            demanded(endpoint.access)
        );
    }
    check("permissions.md", &made);
}

/// The contract with programs of others: what changes here changes for them.
#[tokio::test]
async fn the_contract_is_the_one_that_was_agreed_on() {
    let app = App::sqlite().await;
    let (_, endpoints) = karavan::app::api(&app.state).finish();
    let document = karavan::platform::http::openapi::document(&endpoints, "/");
    let mut made = serde_json::to_string_pretty(&document).expect("JSON");
    made.push('\n');
    check("openapi.json", &made);
}

#[tokio::test]
async fn every_problem_has_a_page() {
    let app = App::sqlite().await;
    for code in ProblemCode::ALL {
        let page = app.stranger().get(&format!("/problems/{}", code.as_str())).await;
        assert!(page.status == 200 && page.text.contains(code.title()), "{}", page.text);
    }
    let _ = app.stranger().get("/problems/nonsense").await.refused(404, "not_found");
}
