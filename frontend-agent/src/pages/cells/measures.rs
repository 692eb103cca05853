//! Weights and cells of many items, pasted or read from a sheet.

use crate::pages::pasted_list::{ListTexts, PastedList, Source, pasted_list, replace_box, skipped_row};
use frontend_ui::{api::Error, features::sheet_import::text_file, prelude::*};
use shared_types::items::{
    ItemMeasure, ItemMeasures, MEASURE_LINES, MeasureEffect as Effect, MeasureFault, MeasureList, MeasureResult,
    ReadItemMeasures, SetItemMeasures,
};

frontend_ui::texts! {
    enum MeasureTexts;
    Title: "Веса и ячейки", "Weights and cells", "重量与货位";
    Hint:
        "Таблица или строки: код с ярлыка или трек, вес и ячейка. Вес без единицы читается в килограммах.",
        "A sheet or lines: the code of the label or the track, the weight and the cell. A weight without a unit is in kilograms.",
        "表格或每行一条：标签码或运单号、重量、货位。未注明单位的重量按公斤计算。";
    File: "Файл таблицы", "Spreadsheet file", "表格文件";
    Apply: "Записать", "Store", "记录";
    Done: "Строк записано", "Lines stored", "已记录行数";
    Replace: "Заменить прежние значения", "Replace the present values", "替换现有值";
    WillSet: "запишется", "will be stored", "将记录";
    WillReplace: "заменит прежнее", "replaces the present value", "将替换现有值";
    Kept: "останется прежнее", "the present value stays", "保留现有值";
    Nothing: "уже есть", "stored already", "已记录";
    SeveralItems:
        "в посылке несколько товаров: взвесьте каждый",
        "the parcel has several items: weigh each of them",
        "包裹内有多件商品，请逐件称重";
    NotAtWarehouse: "товара нет на складе", "the item is not at the warehouse", "商品不在仓库";
    Unknown: "такого товара нет", "no such item", "没有该商品";
    Now: "сейчас", "now", "当前";
    NoCode: "нет кода и трека", "no code and no track", "缺少标签码和运单号";
    NoValue: "нет ни веса, ни ячейки", "neither a weight nor a cell", "缺少重量和货位";
    NotRead: "Столбцы не прочитаны", "Columns that are not read", "未读取的列";
    Weight: "вес не разобран", "the weight is not understood", "无法识别重量";
}

/// A checked list.
#[derive(Clone)]
struct Preview {
    list: MeasureList,
    replaces: ArcRwSignal<bool>,
}

fn stores(effect: Effect, replaces: bool) -> bool {
    effect == Effect::Set || (replaces && effect == Effect::Replace)
}

impl Preview {
    fn to_store(&self, replaces: bool) -> Vec<ItemMeasure> {
        let stored = self.list.results.iter().filter(|line| stores(line.effect, replaces));
        let measure = |line: &MeasureResult| ItemMeasure {
            code: line.code.clone(),
            weight_grams: line.weight_grams,
            cell: line.cell.clone(),
        };
        stored.map(measure).collect()
    }
}

async fn check(source: Source) -> Result<Preview, Error> {
    let file = match source {
        Source::File(file) => Some(file),
        // A decimal comma is no delimiter.
        Source::Text(text) if !text.contains(';') => text_file("measures.txt", &format!("sep=\t\n{text}")),
        Source::Text(text) => text_file("measures.txt", &text),
    };
    let list = match file {
        Some(file) => api::upload::<ReadItemMeasures>((), Nothing {}, &file).await?,
        None => MeasureList {
            results: Vec::new(),
            skipped: Vec::new(),
            ignored_columns: Vec::new(),
        },
    };
    Ok(Preview {
        list,
        replaces: ArcRwSignal::new(false),
    })
}

/// Stores the lines, as many at once as a request takes. Returns how many changed something.
async fn store(measures: Vec<ItemMeasure>, replace: bool) -> Result<usize, Error> {
    let mut stored = 0;
    for part in measures.chunks(MEASURE_LINES) {
        let body = ItemMeasures {
            measures: part.to_vec(),
            replace,
        };
        let done = api::send::<SetItemMeasures>((), Nothing {}, body, Options::default()).await?;
        stored += done.data.iter().filter(|line| stores(line.effect, replace)).count();
    }
    Ok(stored)
}

fn effect_text(effect: Effect, replaces: bool) -> &'static str {
    match effect {
        Effect::Set => t(MeasureTexts::WillSet),
        Effect::Replace if replaces => t(MeasureTexts::WillReplace),
        Effect::Replace => t(MeasureTexts::Kept),
        Effect::Nothing => t(MeasureTexts::Nothing),
        Effect::SeveralItems => t(MeasureTexts::SeveralItems),
        Effect::NotAtWarehouse => t(MeasureTexts::NotAtWarehouse),
        Effect::Unknown => t(MeasureTexts::Unknown),
        Effect::Repeated => t(ListTexts::Repeated),
    }
}

fn fault_text(fault: MeasureFault) -> &'static str {
    match fault {
        MeasureFault::NoCode => t(MeasureTexts::NoCode),
        MeasureFault::SeveralTracks => t(ListTexts::SeveralTracks),
        MeasureFault::NoValue => t(MeasureTexts::NoValue),
        MeasureFault::Weight => t(MeasureTexts::Weight),
        MeasureFault::DigitsLost => t(ListTexts::DigitsLost),
        MeasureFault::TooLong => t(ListTexts::TooLong),
    }
}

/// A weight and a cell as a person reads them.
fn values(grams: Option<i64>, cell: Option<&String>) -> String {
    let parts = [grams.map(format::weight), cell.cloned()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn result_row(line: &MeasureResult, replaces: &ArcRwSignal<bool>) -> AnyView {
    let effect = line.effect;
    let goods = line.items.iter().map(|item| {
        let address = format!("/agent/orders/{}", item.order_id);
        view! {
            <div>
                <a href=address target="_blank">
                    {item.order_number.clone()}
                </a>
                " "
                {item.title.clone()}
            </div>
        }
    });
    let present = line.items.first().filter(|_| effect == Effect::Replace);
    let present = present.map(|item| {
        let text = format!(
            "{}: {}",
            t(MeasureTexts::Now),
            values(item.weight_grams, item.cell.as_ref())
        );
        view! {
            <br />
            <small dir="auto" class="muted">
                {text}
            </small>
        }
    });
    let (seen, shown) = (replaces.clone(), replaces.clone());
    any_view! {
        <tr data-testid="track-line">
            <td>{line.code.clone()}</td>
            <td dir="auto">{values(line.weight_grams, line.cell.as_ref())}</td>
            <td dir="auto">{goods.collect_view()}</td>
            <td>
                <span class:fault=move || {
                    !stores(effect, seen.get())
                }>{move || effect_text(effect, shown.get())}</span>
                {present}
            </td>
        </tr>
    }
}

fn rows(preview: &Preview) -> AnyView {
    let list = &preview.list;
    let can_replace = list.results.iter().any(|line| line.effect == Effect::Replace);
    let skipped = list.skipped.iter();
    let skipped = skipped.map(|row| skipped_row(row.row, row.code.clone(), None, fault_text(row.fault)));
    let ignored = (!list.ignored_columns.is_empty()).then(|| {
        let names: Vec<String> = list.ignored_columns.iter().map(|name| format!("«{name}»")).collect();
        view! {
            <p class="note" dir="auto" data-testid="ignored-columns">
                {format!("{}: {}", t(MeasureTexts::NotRead), names.join(", "))}
            </p>
        }
    });
    any_view! {
        {ignored}
        {can_replace.then(|| replace_box(t(MeasureTexts::Replace), &preview.replaces))}
        <table class="rows track-rows">
            <tbody>
                {list.results.iter().map(|line| result_row(line, &preview.replaces)).collect_view()}
                {skipped.collect_view()}
            </tbody>
        </table>
    }
}

/// The button that opens the dialog. The cells are read again after it.
#[component]
pub(super) fn MeasuresButton() -> impl IntoView {
    let is_open = RwSignal::new(false);
    let close = Callback::new(move |()| is_open.set(false));
    let dialog = move || {
        let list = PastedList {
            title: t(MeasureTexts::Title),
            hint: t(MeasureTexts::Hint),
            file: t(MeasureTexts::File),
            apply: t(MeasureTexts::Apply),
            done: t(MeasureTexts::Done),
            refuse: |_| None,
            check: |source| Box::pin(check(source)),
            count: |preview: &Preview| preview.to_store(preview.replaces.get()).len(),
            store: |preview| {
                let replaces = preview.replaces.get_untracked();
                Box::pin(store(preview.to_store(replaces), replaces))
            },
            view: rows,
        };
        pasted_list(list, close)
    };
    view! {
        <button type="button" class="button" data-testid="paste-measures" on:click=move |_| is_open.set(true)>
            {Icon::ClipboardList.view()}
            {t(MeasureTexts::Title)}
        </button>
        <Show when=move || is_open.get()>{dialog()}</Show>
    }
}
