//! Tracks of many shipments at once, pasted or read from a sheet.

use crate::pages::pasted_list::{ListTexts, PastedList, Source, fault_text, pasted_list, replace_box, skipped_row};
use frontend_ui::{api::Error, features::sheet_import::text_file, prelude::*};
use shared_types::{
    items::TRACK_LINES,
    shipments::{
        ReadShipmentTracks, SetShipmentTracks, ShipmentTrack, ShipmentTrackEffect as Effect, ShipmentTrackList,
        ShipmentTrackResult, ShipmentTracks,
    },
};

frontend_ui::texts! {
    enum TrackTexts;
    Title: "Треки посылок", "Tracks of shipments", "包裹运单号";
    Hint:
        "Таблица или строки: номер посылки, трек и, если нужно, транспортная компания.",
        "A sheet or lines: the shipment number, the track and, if wanted, the transport company.",
        "表格或每行一条：包裹编号、运单号，可加物流公司。";
    File: "Файл таблицы", "Spreadsheet file", "表格文件";
    Apply: "Записать треки", "Store the tracks", "记录运单号";
    Done: "Треков записано", "Tracks stored", "已记录运单号";
    Replace: "Заменить прежние значения", "Replace the present values", "替换现有值";
    WillSet: "запишется", "will be stored", "将记录";
    WillReplace: "заменит прежнее", "replaces the present value", "将替换现有值";
    Kept: "останется прежнее", "the present value stays", "保留现有值";
    Nothing: "уже есть", "stored already", "已记录";
    Canceled: "посылку отменили", "the shipment is canceled", "包裹已取消";
    Unknown: "такой посылки нет", "no such shipment", "没有该包裹";
    UnknownCarrier:
        "компании нет в настройках, запишется только трек",
        "the company is not in the settings: only the track is stored",
        "设置中没有该物流公司，仅记录运单号";
    SharesTrack: "такой же трек в другой строке", "another line has the same track", "另一行运单号相同";
    Now: "сейчас", "now", "当前";
}

/// A checked list.
#[derive(Clone)]
struct Preview {
    list: ShipmentTrackList,
    replaces: ArcRwSignal<bool>,
}

impl Preview {
    fn stores(effect: Effect, replaces: bool) -> bool {
        effect == Effect::Set || (replaces && effect == Effect::Replace)
    }

    fn to_store(&self, replaces: bool) -> Vec<ShipmentTrack> {
        let stored = self
            .list
            .results
            .iter()
            .filter(|line| Self::stores(line.effect, replaces));
        let track = |line: &ShipmentTrackResult| ShipmentTrack {
            number: line.number.clone(),
            track: line.track.clone(),
            carrier: line.carrier.clone(),
        };
        stored.map(track).collect()
    }
}

async fn check(source: Source) -> Result<Preview, Error> {
    let file = match source {
        Source::File(file) => Some(file),
        Source::Text(text) => text_file("tracks.txt", &text),
    };
    let list = match file {
        Some(file) => api::upload::<ReadShipmentTracks>((), Nothing {}, &file).await?,
        None => ShipmentTrackList {
            results: Vec::new(),
            skipped: Vec::new(),
        },
    };
    Ok(Preview {
        list,
        replaces: ArcRwSignal::new(false),
    })
}

/// Stores the tracks, as many at once as a request takes. Returns the number of shipments that got one.
async fn store(tracks: Vec<ShipmentTrack>, replace: bool) -> Result<usize, Error> {
    let mut stored = 0;
    for part in tracks.chunks(TRACK_LINES) {
        let body = ShipmentTracks {
            tracks: part.to_vec(),
            replace,
        };
        let done = api::send::<SetShipmentTracks>((), Nothing {}, body, Options::default()).await?;
        let changed = done.data.iter().filter(|line| Preview::stores(line.effect, replace));
        stored += changed.count();
    }
    Ok(stored)
}

fn effect_text(effect: Effect, replaces: bool) -> &'static str {
    match effect {
        Effect::Set => t(TrackTexts::WillSet),
        Effect::Replace if replaces => t(TrackTexts::WillReplace),
        Effect::Replace => t(TrackTexts::Kept),
        Effect::Nothing => t(TrackTexts::Nothing),
        Effect::Canceled => t(TrackTexts::Canceled),
        Effect::Unknown => t(TrackTexts::Unknown),
        Effect::Repeated => t(ListTexts::Repeated),
    }
}

fn joined(parts: [&Option<String>; 2]) -> String {
    parts
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}

fn result_row(line: &ShipmentTrackResult, replaces: &ArcRwSignal<bool>) -> AnyView {
    let effect = line.effect;
    let number = line.shipment_id.map_or_else(
        || line.number.clone().into_any(),
        |id| {
            let address = format!("/agent/shipments/{id}");
            view! {
                <a href=address target="_blank">
                    {line.number.clone()}
                </a>
            }
            .into_any()
        },
    );
    let present = (effect == Effect::Replace).then(|| {
        let present = joined([&line.present_track, &line.present_carrier]);
        format!("{}: {present}", t(TrackTexts::Now))
    });
    let is_stored = matches!(effect, Effect::Set | Effect::Replace);
    let doubts = [
        (is_stored && line.is_carrier_unknown).then(|| t(TrackTexts::UnknownCarrier)),
        line.shares_track.then(|| t(TrackTexts::SharesTrack)),
    ];
    let (seen, shown) = (replaces.clone(), replaces.clone());
    any_view! {
        <tr data-testid="track-line">
            <td>{number}</td>
            <td dir="auto">{joined([&Some(line.track.clone()), &line.carrier])}</td>
            <td></td>
            <td>
                <span class:fault=move || {
                    !Preview::stores(effect, seen.get())
                }>{move || effect_text(effect, shown.get())}</span>
                {present
                    .map(|text| {
                        view! {
                            <br />
                            <small dir="auto" class="muted">
                                {text}
                            </small>
                        }
                    })}
                {doubts
                    .into_iter()
                    .flatten()
                    .map(|text| {
                        view! {
                            <br />
                            <small class="fault">{text}</small>
                        }
                    })
                    .collect_view()}
            </td>
        </tr>
    }
}

fn rows(preview: &Preview) -> AnyView {
    let can_replace = preview.list.results.iter().any(|line| line.effect == Effect::Replace);
    let skipped = preview.list.skipped.iter();
    let skipped = skipped.map(|row| skipped_row(row.row, row.number.clone(), None, fault_text(row.fault)));
    any_view! {
        {can_replace.then(|| replace_box(t(TrackTexts::Replace), &preview.replaces))}
        <table class="rows track-rows">
            <tbody>
                {preview.list.results.iter().map(|line| result_row(line, &preview.replaces)).collect_view()}
                {skipped.collect_view()}
            </tbody>
        </table>
    }
}

/// The dialog of the list of shipments.
pub(super) fn dialog(close: Callback<()>) -> AnyView {
    let list = PastedList {
        title: t(TrackTexts::Title),
        hint: t(TrackTexts::Hint),
        file: t(TrackTexts::File),
        apply: t(TrackTexts::Apply),
        done: t(TrackTexts::Done),
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
}

/// The button that opens the dialog.
#[component]
pub(super) fn TracksButton() -> impl IntoView {
    let is_open = RwSignal::new(false);
    view! {
        <button type="button" class="button" data-testid="paste-tracks" on:click=move |_| is_open.set(true)>
            {Icon::ClipboardList.view()}
            {t(TrackTexts::Title)}
        </button>
        <Show when=move || is_open.get()>{dialog(Callback::new(move |()| is_open.set(false)))}</Show>
    }
}
