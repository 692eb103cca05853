//! The dialogs of the browser: their buttons say "OK", and they stop the page. Questions are asked by a dialog of the page.

use super::{file_text, has_extension, repository_files};

/// Calls of the browser's dialogs, in Rust and in JavaScript.
const NATIVE: [&str; 6] = [
    "confirm_with_message",
    "alert_with_message",
    "prompt_with_message",
    "window().confirm(",
    "window().alert(",
    "window().prompt(",
];

/// Whether a script calls a function of the browser with this name, and not a function of its own whose name ends like it.
fn calls_function(script: &str, name: &str) -> bool {
    let call = format!("{name}(");
    script.match_indices(&call).any(|(at, _)| {
        let before = script.get(..at).unwrap_or_default();
        let is_part = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        (!is_part || before.ends_with("window.")) && !before.ends_with("function ")
    })
}

fn native_dialogs(code: &str, is_script: bool) -> Vec<&'static str> {
    if is_script {
        let names = ["confirm", "alert", "prompt"];
        return names.into_iter().filter(|name| calls_function(code, name)).collect();
    }
    NATIVE.into_iter().filter(|call| code.contains(call)).collect()
}

#[test]
fn no_page_uses_the_dialogs_of_the_browser() {
    assert_eq!(native_dialogs("if (!confirm(text)) return;", true), ["confirm"]);
    assert_eq!(native_dialogs("window.alert(1)", true), ["alert"]);
    assert!(native_dialogs("state.confirm(id); unconfirm(1)", true).is_empty());
    assert_eq!(
        native_dialogs("window().confirm_with_message(text)", false),
        ["confirm_with_message"]
    );
    let pages = [
        "frontend-ui",
        "frontend-agent",
        "frontend-client",
        "backend",
        "extension",
    ];
    let found: Vec<String> = repository_files()
        .iter()
        .filter(|path| pages.iter().any(|folder| path.starts_with(folder)) && has_extension(path, &["rs", "js"]))
        .filter(|path| !path.starts_with("backend/tests") && !path.starts_with("extension/test"))
        .flat_map(|path| {
            let calls = native_dialogs(&file_text(path), has_extension(path, &["js"]));
            calls
                .into_iter()
                .map(|call| format!("{}: {call}", path.display()))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "dialogs of the browser:\n{}", found.join("\n"));
}
