//! Uploading or pasting a bank statement.

use frontend_ui::{i18n::PaymentTexts, prelude::*};
use leptos::web_sys;
use shared_types::topups::{BankStatement, KeepStatement, KeptStatement, ReadStatement};

frontend_ui::texts! {
    /// A text about the upload of a statement.
    enum UploadTexts;
    Hint:
        "Файл банка (1С, CSV, XLSX) или строки выписки. Каждая строка сохраняется один раз и ждёт, пока её не зачислят или не отметят чужой.",
        "A file from the bank (1C, CSV, XLSX) or lines of the statement. Each line is kept once and waits until it is credited or marked as not ours.",
        "银行文件（1C、CSV、XLSX）或流水文本。每条流水只保存一次，直到入账或标记为非本方。";
    Paste: "Вставьте строки выписки", "Paste lines of the statement", "粘贴流水文本";
    Keep: "Сохранить строки", "Keep the lines", "保存流水";
    Added: "Добавлено", "Added", "新增";
    Known: "Уже были", "Known before", "已存在";
    NotIncoming: "Не поступления", "Not incoming", "非收款";
}

/// How many lines were new, and why the others are not listed.
fn kept_note(kept: &KeptStatement) -> String {
    let counts = [
        (UploadTexts::Added, Some(kept.added)),
        (UploadTexts::Known, Some(kept.known).filter(|known| *known > 0)),
        (
            UploadTexts::NotIncoming,
            Some(kept.not_incoming).filter(|others| *others > 0),
        ),
    ];
    let parts = counts
        .into_iter()
        .filter_map(|(text, count)| Some(format!("{}: {}", t(text), format::count(count?))));
    parts.collect::<Vec<_>>().join(" · ")
}

/// Keeps the lines of a pasted or uploaded statement.
#[component]
pub(super) fn StatementUpload(reload: Callback<()>) -> impl IntoView {
    let (text, kept) = (RwSignal::new(String::new()), RwSignal::new(None::<KeptStatement>));
    let action = use_action().reloading(move || reload.run(()));
    let keep = |statement: BankStatement| api::send::<KeepStatement>((), Nothing {}, statement, Options::default());
    let done = move |result: KeptStatement| {
        kept.try_set(Some(result));
        text.try_set(String::new());
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let statement = BankStatement {
            text: text.get_untracked(),
        };
        action.run(keep(statement), done);
    };
    let pick = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // Without this, choosing the same file again would not fire an event.
        input.set_value("");
        let Some(file) = file else { return };
        let call = async move {
            let read = api::upload::<ReadStatement>((), Nothing {}, &file).await?;
            keep(read).await
        };
        action.run(call, done);
    };
    any_view! {
        <form class="card statement-upload" on:submit=send>
            <p class="muted">{t(UploadTexts::Hint)}</p>
            <ErrorNote error=action />
            <textarea
                dir="auto"
                rows="2"
                name="text"
                data-testid="statement"
                aria-label=t(UploadTexts::Paste)
                placeholder=t(UploadTexts::Paste)
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            ></textarea>
            <div class="row">
                <label class="button primary" aria-busy=move || action.is_busy().to_string()>
                    {t(PaymentTexts::StatementFile)}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="statement-file"
                        accept=".txt,.csv,.xlsx,.xlsb,.xls,.ods,.sta,.mt940,.940,.xml"
                        disabled=move || action.is_busy()
                        on:change=pick
                    />
                </label>
                <button
                    class="button"
                    data-testid="keep-statement"
                    disabled=move || action.is_busy() || text.with(|text| text.trim().is_empty())
                >
                    {t(UploadTexts::Keep)}
                </button>
                {move || {
                    kept.get()
                        .map(|kept| {
                            view! {
                                <span role="status" data-testid="statement-kept">
                                    {kept_note(&kept)}
                                </span>
                            }
                        })
                }}
            </div>
        </form>
    }
}
