//! Documents generated from the code. `KARAVAN_WRITE_DOCS=1` writes them; otherwise they are compared.

use crate::support::on_sqlite;
use platform::http::ServedEndpoint;
use serde::de::DeserializeOwned;
use shared_types::{
    access::{Access, Guard},
    api_keys::KeyPermission,
    events::EventType,
    fields::{Expected, Format, Rule},
    ledger::Operation,
    orders::{HistoryEntry, Order, OrderMoney},
    problem::ProblemCode,
    shipments::Shipment,
};
use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path};

/// Compares a document with its generated text, or writes it.
pub(crate) fn check_document(name: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("docs")
        .join(name);
    if env::var_os("KARAVAN_WRITE_DOCS").is_some() {
        fs::write(&path, generated).expect("the document is written");
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == generated,
        "docs/{name} is outdated: run the tests with KARAVAN_WRITE_DOCS=1 and review the diff"
    );
}

fn access_text(access: Access) -> String {
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

/// The right that a key needs. Endpoints without a login need none, and a key has no meaning for them.
fn key_text(endpoint: &ServedEndpoint) -> String {
    match endpoint.key_permission {
        KeyPermission::Closed if matches!(endpoint.access, Access::Public | Access::RefreshCookie) => "–".to_owned(),
        KeyPermission::Closed => "closed".to_owned(),
        KeyPermission::AnyKey => "any".to_owned(),
        KeyPermission::Right(object, level) => format!("`{}`: {}", object.as_str(), level.as_str()),
    }
}

#[test]
fn problem_list_is_current() {
    let mut generated = "# Problems\n\nEvery refusal is a problem detail (RFC 9457) with one of these codes. \
                         Made from `shared_types::problem`.\n\n| code | status | meaning |\n|---|---|---|\n"
        .to_owned();
    for code in ProblemCode::ALL {
        let _ = writeln!(
            generated,
            "| `{}` | {} | {} |",
            code.as_str(),
            code.status(),
            code.description().trim()
        );
    }
    generated.push_str("\n## Field errors\n\n`errors` of `validation_failed` maps the path of each invalid field, \
                        such as `items[2].price`, to a list of `{\"code\", \"params\", \"message\"}`. \
                        `message` is English, for logs; programs use `code` and `params`.\n\n| code | params | meaning |\n|---|---|---|\n");
    for (code, params, meaning) in Rule::CODES {
        let params = if params.is_empty() {
            "–".to_owned()
        } else {
            format!("`{}`", params.replace(", ", "`, `"))
        };
        let _ = writeln!(generated, "| `{code}` | {params} | {meaning} |");
    }
    generated.push_str("\n`params.expected` is one of ");
    let expected = Expected::ALL.iter().map(|expected| expected.as_str());
    let formats = Format::ALL.iter().map(|format| format.as_str());
    let list = |names: Vec<&str>| format!("`{}`", names.join("`, `"));
    let _ = writeln!(
        generated,
        "{} for `wrong_type`, and one of {} for `invalid_format`.",
        list(expected.collect()),
        list(formats.collect())
    );
    check_document("errors.md", &generated);
}

#[apply(on_sqlite)]
async fn permission_list_is_current(app: App) {
    let (_, mut endpoints) = karavan::app::api(&app.state).into_parts();
    endpoints.sort_by_key(|endpoint| (endpoint.path, endpoint.method.as_str()));
    let mut generated = "# Who may call what\n\nMade from the endpoint declarations that the router reads; \
                         owners pass every level. The last column is the right that an API key needs in addition to its maker's permission.\n\n\
                         | method | address | who | API key |\n|---|---|---|---|\n"
        .to_owned();
    for endpoint in endpoints {
        let _ = writeln!(
            generated,
            "| {} | `{}` | {} | {} |",
            endpoint.method.as_str(),
            endpoint.path,
            access_text(endpoint.access),
            key_text(&endpoint)
        );
    }
    check_document("permissions.md", &generated);
}

/// The text of a document up to a heading that begins its generated part.
pub(crate) fn written_part(name: &str, heading: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("docs")
        .join(name);
    let document = fs::read_to_string(path).expect("the document");
    let (written, _) = document.split_once(heading).expect(heading);
    format!("{written}{heading}")
}

#[test]
fn list_of_events_is_current() {
    let mut generated = written_part("api/events.md", "## Types\n");
    generated.push_str("\n| type | meaning | staff need | members need |\n|---|---|---|---|\n");
    for kind in EventType::ALL {
        let right = |guard| {
            kind.object()
                .right(guard)
                .map_or("–".to_owned(), |object| format!("`{}`", object.as_str()))
        };
        let (name, meaning) = (kind.as_str(), kind.description());
        let _ = writeln!(
            generated,
            "| `{name}` | {meaning} | {} | {} |",
            right(Guard::Agent),
            right(Guard::Client)
        );
    }
    generated.push_str(
        "\nThe rights are those to view. New types can be added at any time: ignore a type that you don't know.\n",
    );
    check_document("api/events.md", &generated);
}

/// The quoted names of the table of a document.
fn quoted_names(document: &str) -> impl Iterator<Item = &str> {
    let rows = document.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('`').skip(1).step_by(2))
}

/// Why a quoted name of docs/specification.md is wrong: a test `module::test` or a path that does not exist. Other names are not
/// checked.
fn missing_name(root: &Path, name: &str) -> Option<String> {
    let is_identifier = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    if let Some((modules, test)) = name.rsplit_once("::") {
        let is_test = is_identifier(test) && modules.split("::").all(is_identifier);
        let file = root.join("backend/tests/it").join(modules.replace("::", "/"));
        let sources = [file.with_extension("rs"), file.join("mod.rs")];
        let declares = |path: &std::path::PathBuf| {
            fs::read_to_string(path).is_ok_and(|source| source.contains(&format!("fn {test}(")))
        };
        return (is_test && !sources.iter().any(declares)).then(|| format!("there is no test {name}"));
    }
    let first = name.split('/').next().unwrap_or_default();
    let is_path = name.contains('/') && !name.starts_with('/') && root.join(first).is_dir();
    (is_path && !root.join(name).exists()).then(|| format!("there is no file {name}"))
}

#[test]
fn specification_names_existing_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let document = fs::read_to_string(root.join("docs/specification.md")).expect("the document");
    let names: BTreeSet<&str> = quoted_names(&document).collect();
    assert!(
        names.iter().filter(|name| name.contains("::")).count() > 90,
        "{names:?}"
    );
    let missing: Vec<String> = names.iter().filter_map(|name| missing_name(root, name)).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    // Rows have four columns, and a sentence without a test names its deviation.
    for row in document
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| sentence"))
    {
        let cells: Vec<&str> = row.trim_matches('|').split(" |").map(str::trim).collect();
        assert!(cells.len() == 4, "{row}");
        assert!(
            !cells[2].is_empty() || !cells[3].is_empty(),
            "neither a test nor a reason: {row}"
        );
    }
    assert!(missing_name(root, "documents::no_such_test").is_some());
    assert!(missing_name(root, "backend/src/no_such_file.rs").is_some());
    assert!(missing_name(root, "documents::specification_names_existing_tests").is_none());
    assert!(missing_name(root, "/agent/orders").is_none());
}

/// The tests of `api-docs` compare the document with the declarations. Here it is compared with the router.
#[apply(on_sqlite)]
async fn openapi_document_describes_the_router(app: App) {
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    let document = karavan::api_document::at("https://example.com").expect("JSON");
    assert_eq!(document["servers"][0]["url"], "https://example.com");
    let served: BTreeSet<(String, String, String)> = endpoints
        .iter()
        .map(|endpoint| {
            let method = endpoint.method.as_str().to_lowercase();
            (endpoint.path.to_owned(), method, endpoint.name.to_owned())
        })
        .collect();
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let id = operation["operationId"].as_str().expect("an id");
            described.insert((path.clone(), method.clone(), id.to_owned()));
        }
    }
    let difference: Vec<_> = served.symmetric_difference(&described).collect();
    assert!(
        difference.is_empty(),
        "served or described, but not both: {difference:?}"
    );
}

#[apply(on_sqlite)]
async fn every_problem_code_has_a_page(app: App) {
    for code in ProblemCode::ALL {
        let page = app.anonymous().get(&format!("/problems/{}", code.as_str())).await;
        assert!(page.status == 200 && page.text.contains(code.title()), "{}", page.text);
    }
    let _ = app
        .anonymous()
        .get("/problems/nonsense")
        .await
        .expect_problem(404, "not_found");
}

/// The gallery of components shows a stale sample only in a browser, long after a field was added.
#[test]
fn samples_of_the_gallery_match_their_types() {
    fn sample<T: DeserializeOwned>(name: &str) -> Option<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend-ui/gallery/samples");
        let text = fs::read_to_string(path.join(name)).expect("the sample");
        serde_json::from_str::<T>(&text)
            .err()
            .map(|error| format!("{name}: {error}"))
    }
    let stale: Vec<String> = [
        sample::<Order>("order.json"),
        sample::<OrderMoney>("money.json"),
        sample::<Vec<HistoryEntry>>("history.json"),
        sample::<Vec<Operation>>("operations.json"),
        sample::<Shipment>("shipment.json"),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(stale.is_empty(), "{stale:?}");
}
