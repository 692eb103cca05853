//! A dialog for a list that is pasted or read from a file: it is checked, shown, and stored after one confirmation.

use frontend_ui::{api::Error, components::TextArea, prelude::*};
use leptos::web_sys;
use shared_types::items::ExportFault;
use std::pin::Pin;

frontend_ui::texts! {
    pub(super) enum ListTexts;
    Lines: "Строки", "Lines", "内容";
    CheckLines: "Проверить", "Check", "检查";
    Row: "строка", "row", "行";
    Unread: "строка не разобрана", "the line is not understood", "无法识别";
    Repeated: "номер повторяется", "the number is repeated", "编号重复";
    NoNumber: "нет номера", "no number", "缺少编号";
    NoTrack: "трека ещё нет", "no track yet", "暂无运单号";
    SeveralTracks: "несколько треков, впишите вручную", "several tracks, enter them by hand", "有多个运单号，请手动填写";
    DigitsLost: "программа таблиц округлила номер", "the spreadsheet program has rounded the number", "号码被表格软件舍入";
    TooLong: "слишком длинный номер", "the number is too long", "号码过长";
}

pub(super) fn fault_text(fault: ExportFault) -> &'static str {
    t(match fault {
        ExportFault::NoNumber => ListTexts::NoNumber,
        ExportFault::NoTrack => ListTexts::NoTrack,
        ExportFault::SeveralTracks => ListTexts::SeveralTracks,
        ExportFault::DigitsLost => ListTexts::DigitsLost,
        ExportFault::TooLong => ListTexts::TooLong,
    })
}

/// A row that stores nothing: its number, and the fault.
pub(super) fn skipped_row(row: u32, number: Option<String>, title: Option<String>, fault: &'static str) -> AnyView {
    let place = format!("{} {row}", t(ListTexts::Row));
    any_view! {
        <tr data-testid="track-line">
            <td>{number}</td>
            <td>{place}</td>
            <td dir="auto">{title}</td>
            <td class="fault">{fault}</td>
        </tr>
    }
}

/// The box that lets a list replace present values.
pub(super) fn replace_box(text: &'static str, replaces: &ArcRwSignal<bool>) -> AnyView {
    let (ticked, tick) = (replaces.clone(), replaces.clone());
    any_view! {
        <label class="check-line">
            <input
                type="checkbox"
                data-testid="replace-tracks"
                prop:checked=move || ticked.get()
                on:change=move |event| tick.set(event_target_checked(&event))
            />
            {text}
        </label>
    }
}

/// Pasted lines or a file.
pub(super) enum Source {
    Text(String),
    File(web_sys::File),
}

pub(super) type Pending<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// The texts and the calls of a list. `P` is its preview.
pub(super) struct PastedList<P> {
    pub(super) title: &'static str,
    pub(super) hint: &'static str,
    pub(super) file: &'static str,
    /// The button that stores the list.
    pub(super) apply: &'static str,
    /// The message after it, before the number of stored lines.
    pub(super) done: &'static str,
    /// Why pasted lines can't be checked.
    pub(super) refuse: fn(&str) -> Option<&'static str>,
    pub(super) check: fn(Source) -> Pending<P>,
    /// The number of lines that would be stored.
    pub(super) count: fn(&P) -> usize,
    pub(super) store: fn(P) -> Pending<usize>,
    pub(super) view: fn(&P) -> AnyView,
}

/// The dialog. The first button checks the lines, the second one stores them. A file is checked at once.
pub(super) fn pasted_list<P: Clone + Send + Sync + 'static>(list: PastedList<P>, close: Callback<()>) -> AnyView {
    let PastedList {
        check,
        count,
        store,
        view,
        refuse,
        ..
    } = list;
    let (action, text) = (use_action(), RwSignal::new(String::new()));
    let preview = RwSignal::new(None::<P>);
    // A preview belongs to the text that it was made of.
    Effect::new(move |_| {
        text.track();
        preview.set(None);
    });
    let pick = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // Without this, choosing the same file again would not fire an event.
        input.set_value("");
        let Some(file) = file else { return };
        text.set(String::new());
        action.run(check(Source::File(file)), move |read| preview.set(Some(read)));
    };
    let refusal = move || text.with(|text| refuse(text));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let lines = text.get_untracked();
        if let Some(preview) = preview.get_untracked() {
            action.run(store(preview), move |stored| {
                notify(format!("{}: {stored}", list.done));
                close.run(());
            });
        } else if !lines.trim().is_empty() && refuse(&lines).is_none() {
            action.run(check(Source::Text(lines)), move |read| preview.set(Some(read)));
        }
    };
    let to_store = move || preview.with(|preview| preview.as_ref().map(count));
    let button_text = move || match to_store() {
        Some(count) if count > 0 => format!("{} · {count}", list.apply),
        _ => t(ListTexts::CheckLines).to_owned(),
    };
    let is_refused = move || action.is_busy() || to_store() == Some(0) || refusal().is_some();
    any_view! {
        <Dialog title=list.title close=close wide=true>
            <form on:submit=submit>
                <ErrorNote error=action />
                <p class="muted">{list.hint}</p>
                <label class="button" aria-busy=move || action.is_busy().to_string()>
                    {list.file}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="tracks-file"
                        accept=".xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt"
                        disabled=move || action.is_busy()
                        on:change=pick
                    />
                </label>
                <TextArea name="tracks" label=t(ListTexts::Lines) value=text rows=8 error=action />
                {move || refusal().map(|text| view! { <p class="fault">{text}</p> })}
                {move || preview.with(|preview| preview.as_ref().map(view))}
                <div class="row">
                    <button class="button primary" data-testid="apply-tracks" disabled=is_refused>
                        {button_text}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
