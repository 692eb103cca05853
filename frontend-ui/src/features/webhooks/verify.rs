//! Code that verifies signatures, as the documentation has it.

use super::texts::HookTexts;
use crate::{
    components::{TabLabel, TabList, tab_ids},
    features::clipboard,
    prelude::*,
};

/// The languages with their code. `docs/api/webhooks.md` has the same.
const CODE: [(&str, &str, &str); 4] = [
    ("python", "Python", include_str!("verify/verify.py")),
    ("js", "JavaScript", include_str!("verify/verify.mjs")),
    ("php", "PHP", include_str!("verify/verify.php.txt")),
    ("go", "Go", include_str!("verify/verify.go.txt")),
];

/// The section with the code in one language at a time.
#[component]
pub(super) fn VerifyCode() -> impl IntoView {
    let shown = RwSignal::new("python");
    let tabs = CODE
        .iter()
        .map(|(id, name, _)| TabLabel {
            value: *id,
            id,
            name,
            badge: None,
        })
        .collect();
    let panels = CODE
        .iter()
        .map(|(id, _, code)| {
            let (tab, panel) = tab_ids(id);
            let copy = move |_| {
                spawn_local(async move {
                    if clipboard::copy(code).await {
                        notify(t(HookTexts::Copied));
                    }
                });
            };
            view! {
                <div
                    role="tabpanel"
                    id=panel
                    class="verify-code"
                    aria-labelledby=tab
                    hidden=move || shown.get() != *id
                    data-testid=format!("code-{id}")
                >
                    <pre tabindex="0">
                        <code>{*code}</code>
                    </pre>
                    <button type="button" class="button" on:click=copy>
                        {t(Text::Copy)}
                    </button>
                </div>
            }
        })
        .collect_view();
    any_view! {
        <section class="card" aria-labelledby="verify-title">
            <h2 id="verify-title">{t(HookTexts::Verify)}</h2>
            <p class="muted">{t(HookTexts::VerifyHint)}</p>
            <TabList label=t(HookTexts::Verify) tabs=tabs shown=shown choose=Callback::new(move |id| shown.set(id)) />
            {panels}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_that_of_the_documentation() {
        let documentation = include_str!("../../../../docs/api/webhooks.md");
        for (language, _, code) in CODE {
            let block = format!("```{language}\n{code}```\n");
            assert!(
                documentation.contains(&block),
                "docs/api/webhooks.md lacks the code of {language}:\n{code}"
            );
        }
    }
}
