//! The dialog in which a service is done: files dropped, pasted, chosen or sent by a phone; numbers where they are asked for.

use super::{
    Bench, Target,
    jobs::{Job, Jobs},
    media,
    phone::Phone,
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote, NumberField, NumberInput, NumberReader},
    features::services::{ServiceText, name},
    i18n::{Text, t},
    numbers::NumberKind,
};
use leptos::{
    ev::{DragEvent, SubmitEvent},
    prelude::*,
    task::spawn_local,
};
use shared_types::{
    endpoint::Nothing,
    media::MediaKind,
    services::{ItemService, Measured, RenderService, Rendering, ServiceMove},
};
use wasm_bindgen::JsCast as _;

const PHOTOS: &str = "image/jpeg,image/png,image/webp,image/gif";
const VIDEOS: &str = "video/mp4,video/quicktime,video/webm";

/// The dialog.
#[component]
pub(super) fn Work(target: Target, bench: Bench) -> impl IntoView {
    let jobs = Jobs::new(target.clone(), bench);
    let close = Callback::new(move |()| {
        bench.working.set(None);
        bench.read();
    });
    let (title, kind) = match &target {
        Target::Service(service) => (name(&service.names), service.media_kind.kind()),
        Target::Item(_) => (t(ServiceText::ExtraPhotos).to_owned(), None),
    };
    let uploads = match &target {
        Target::Service(service) => service.media_kind.kind().is_some(),
        Target::Item(_) => true,
    };
    let comment = match &target {
        Target::Service(service) => service.comment.clone(),
        Target::Item(_) => String::new(),
    };
    let foot = match &target {
        Target::Service(service) => view! { <Finish service=*service.clone() jobs=jobs bench=bench close=close/> }.into_any(),
        Target::Item(_) => view! { <div class="row"><button type="button" class="button primary" data-testid="close-work" disabled=move || jobs.is_busy() on:click=move |_| close.run(())>{t(ServiceText::Ready)}</button></div> }.into_any(),
    };
    view! {
        <Dialog title=title close=close wide=true>
            <div class="fields" on:paste=move |event| jobs.take(pasted(&event))>
                {(!comment.is_empty()).then(|| view! { <p class="note">{comment}</p> })}
                {uploads.then(|| view! {
                    <Drop kind=kind jobs=jobs/>
                    {list(jobs)}
                    {media::tiles(target.clone(), bench)}
                    <Phone target=target.clone() bench=bench/>
                })}
                {foot}
            </div>
        </Dialog>
    }
    .into_any()
}

/// The files of a paste.
fn pasted(event: &web_sys::Event) -> Option<web_sys::FileList> {
    let event: &web_sys::ClipboardEvent = event.dyn_ref()?;
    event.clipboard_data()?.files()
}

/// Where files are dropped or chosen.
#[component]
fn Drop(kind: Option<MediaKind>, jobs: Jobs) -> impl IntoView {
    let over = RwSignal::new(false);
    let accept = match kind {
        Some(MediaKind::Photo) => PHOTOS.to_owned(),
        Some(MediaKind::Video) => VIDEOS.to_owned(),
        None => format!("{PHOTOS},{VIDEOS}"),
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        jobs.take(event.data_transfer().and_then(|data| data.files()));
    };
    let drag = move |event: DragEvent| {
        event.prevent_default();
        over.set(true);
    };
    let chosen = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        jobs.take(input.files());
        input.set_value("");
    };
    view! {
        <div class="drop" class:over=move || over.get() data-testid="drop" on:dragover=drag on:dragleave=move |_| over.set(false) on:drop=dropped>
            <span>{t(ServiceText::Drop)}" "<label>{t(ServiceText::Choose)}<input type="file" multiple=true accept=accept data-testid="files" on:change=chosen/></label></span>
            <small class="muted">{t(ServiceText::Takes)}</small>
        </div>
    }
    .into_any()
}

/// Files on their way.
fn list(jobs: Jobs) -> AnyView {
    let one = move |job: Job| {
        let (shown, again, given_up) = (job.clone(), job.clone(), job.clone());
        let bar = job.clone();
        let all = job.bytes().to_string();
        view! {
            <li class="job" data-testid="job">
                {move || {
                    if let Some(wrong) = bar.wrong.get() {
                        return view! { <span class="fault" data-testid="job-fault">{bar.name()}": "{wrong}</span> }.into_any();
                    }
                    let (text, sent) = (shown.clone(), shown.sent);
                    view! {
                        <span class="job-name">{shown.name()}" "<span class="muted">{move || text.state()}</span></span>
                        <progress max=all.clone() value=move || sent.get().to_string() aria-label=shown.name()></progress>
                    }.into_any()
                }}
                <span class="service-actions">
                    {move || again.wrong.get().map(|_| { let again = again.clone(); view! { <button type="button" class="quiet" on:click=move |_| jobs.again(&again)>{t(ServiceText::Again)}</button> } })}
                    <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=move |_| jobs.give_up(&given_up)>"✕"</button>
                </span>
            </li>
        }
    };
    view! {
        {move || jobs.offline.get().then(|| view! { <p class="note error" role="status">{t(ServiceText::NoLine)}</p> })}
        <ul class="jobs"><For each=move || jobs.list.get() key=Job::key children=one/></ul>
    }
    .into_any()
}

/// The numbers that are asked for, and the button that ends the service.
#[component]
fn Finish(service: ItemService, jobs: Jobs, bench: Bench, close: Callback<()>) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let whole = || NumberInput::new(NumberKind::Whole, "");
    let (length, width, height, counted) = (whole(), whole(), whole(), whole());
    let weight = NumberInput::new(NumberKind::Kilograms, "");
    let (measures, counts) = (service.code == "measure", service.code == "recount");
    let (id, code_asks) = (service.id, measures || counts);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let measured = Measured {
            weight_grams: numbers.units(weight),
            length_mm: numbers.units(length),
            width_mm: numbers.units(width),
            height_mm: numbers.units(height),
            counted_quantity: numbers.units(counted),
        };
        if !numbers.finish() {
            return;
        }
        let body = Rendering {
            measured: code_asks.then_some(measured),
        };
        spawn_local(async move {
            match api::send::<RenderService>((id,), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    bench.done(Ok(()));
                    close.run(());
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let field = move |name: &'static str, label: ServiceText, input: NumberInput| view! { <NumberField name=name label=t(label) input=input error=error/> };
    if !service.moves.contains(&ServiceMove::Render) {
        return view! { <div class="row"><button type="button" class="button primary" data-testid="close-work" disabled=move || jobs.is_busy() on:click=move |_| close.run(())>{t(ServiceText::Ready)}</button></div> }.into_any();
    }
    view! {
        <form on:submit=send>
            <ErrorNote error=error/>
            {measures.then(|| view! {
                {field("measured.weight_grams", ServiceText::Weight, weight)}
                <div class="grid three even">
                    {field("measured.length_mm", ServiceText::Length, length)}
                    {field("measured.width_mm", ServiceText::Width, width)}
                    {field("measured.height_mm", ServiceText::Height, height)}
                </div>
            })}
            {counts.then(|| field("measured.counted_quantity", ServiceText::Counted, counted))}
            <div class="row"><button class="button primary" data-testid="service-done" disabled=move || jobs.is_busy()>{t(ServiceText::Done)}</button></div>
        </form>
    }
    .into_any()
}
