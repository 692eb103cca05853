//! The choice of a spreadsheet file to import, for items and for clients.

use crate::prelude::*;
use leptos::{ev::DragEvent, web_sys};
use shared_types::imports::HiddenCells;

crate::texts! {
    /// A text of the import of spreadsheets.
    pub enum SheetTexts;
    Choose:
        "Выберите файл .xlsx, .xls, .ods или .csv или перетащите его сюда",
        "Choose an .xlsx, .xls, .ods or .csv file, or drop it here",
        "选择或拖入 .xlsx、.xls、.ods、.csv 文件";
    Reading: "Читаем таблицу…", "Reading the spreadsheet…", "正在读取表格…";
    Template: "Скачать шаблон", "Download template", "下载模板";
    Sheet: "Лист", "Sheet", "工作表";
    Faulty: "С ошибками", "With errors", "有错误";
    HiddenCells: "Скрытое в таблице не прочитано.", "Hidden cells of the sheet are not read.", "表格中隐藏的内容未读取。";
    HiddenRows: "Строк", "Rows", "行数";
    HiddenColumns: "Колонок", "Columns", "列数";
    LostPictures: "Картинок не прочитано", "Pictures that can't be read", "无法读取的图片";
    OnlyFaulty: "Только с ошибками", "Errors only", "仅看错误";
}

/// A card with the file input, the link to the template, the state of the reading, and the preview of the sheet.
#[component]
pub fn SheetFile(
    /// Receives the file that was chosen or dropped.
    #[prop(into)]
    take: UnsyncCallback<web_sys::File>,
    /// Address of the template, if there is one.
    #[prop(optional, into)]
    template: Option<String>,
    /// File name of the template.
    #[prop(optional)]
    template_name: &'static str,
    /// The steps of the import.
    action: Action,
    /// The preview.
    children: Children,
) -> impl IntoView {
    let file_name = RwSignal::new(String::new());
    let take_first = move |files: Option<web_sys::FileList>| {
        if let Some(file) = files.and_then(|files| files.get(0)) {
            file_name.set(file.name());
            take.run(file);
        }
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        take_first(event.data_transfer().and_then(|data| data.files()));
    };
    any_view! {
        <div
            class="card"
            data-testid="import-drop"
            on:dragover=move |event: DragEvent| event.prevent_default()
            on:drop=drop
        >
            <div class="drop">
                <label>
                    {t(SheetTexts::Choose)}
                    <input
                        type="file"
                        data-testid="import-file"
                        accept=".xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt"
                        on:change=move |event| {
                            let input: web_sys::HtmlInputElement = event_target(&event);
                            take_first(input.files());
                            input.set_value("");
                        }
                    />
                </label>
                <span class="muted">{move || file_name.get()}</span>
            </div>
            {template
                .map(|address| {
                    view! {
                        <a href=address download=template_name data-testid="import-template">
                            {t(SheetTexts::Template)}
                        </a>
                    }
                })}
            <p class="muted" role="status" hidden=move || !action.is_busy()>
                {t(SheetTexts::Reading)}
            </p>
            <ErrorNote error=action />
            {children()}
        </div>
    }
}

/// Makes a text file of pasted rows.
pub fn text_file(name: &str, text: &str) -> Option<web_sys::File> {
    web_sys::File::new_with_str_sequence(&js_sys::Array::of1(&text.into()), name).ok()
}

/// Says that hidden rows and columns are not read, and that pictures can't be read.
pub fn hidden_cells(hidden: HiddenCells) -> Option<AnyView> {
    let counts = [
        (t(SheetTexts::HiddenRows), hidden.rows),
        (t(SheetTexts::HiddenColumns), hidden.columns),
    ];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(name, count)| format!("{name}: {count}")).collect();
    let mut lines = Vec::new();
    if !counts.is_empty() {
        lines.push(format!("{} {}", t(SheetTexts::HiddenCells), counts.join(" · ")));
    }
    if hidden.pictures > 0 {
        lines.push(format!("{}: {}", t(SheetTexts::LostPictures), hidden.pictures));
    }
    (!lines.is_empty()).then(|| {
        any_view! {
            <p class="note" data-testid="import-hidden">
                {lines.join(" ")}
            </p>
        }
    })
}

/// The choice of the sheet, for a file with several.
pub fn sheet_choice(sheets: Vec<String>, chosen: &str, choose: impl Fn(String) + 'static) -> Option<AnyView> {
    if sheets.len() < 2 {
        return None;
    }
    let options: Vec<_> = sheets
        .into_iter()
        .map(|name| {
            let selected = name == chosen;
            view! {
                <option dir="auto" selected=selected>
                    {name}
                </option>
            }
        })
        .collect();
    Some(any_view! {
        <label class="field">
            <span>{t(SheetTexts::Sheet)}</span>
            <select data-testid="import-sheet" on:change=move |event| choose(event_target_value(&event))>
                {options}
            </select>
        </label>
    })
}
