//! The dialog for rendering a service: files that are dropped, pasted, chosen or sent from a phone, and measurements.

use super::{
    media,
    phone::PhoneUpload,
    state::{ServicesState, UploadTarget},
    uploads::{Upload, UploadQueue},
};
use frontend_ui::{components::confirmed, features::services::ServiceTexts, prelude::*};
use leptos::ev::DragEvent;
use shared_types::{
    media::MediaKind,
    services::{ItemService, Measurements, RenderService, Rendering, ServiceMove},
};
use wasm_bindgen::JsCast as _;

const PHOTOS: &str = "image/jpeg,image/png,image/webp,image/gif";
const VIDEOS: &str = "video/mp4,video/quicktime,video/webm";

/// The dialog of a service, or of additional photos of an item.
#[component]
pub(super) fn ServiceDialog(target: UploadTarget, services_state: ServicesState) -> impl IntoView {
    let uploads = UploadQueue::new(target.clone(), services_state);
    let leave = move || {
        services_state.upload_target.try_set(None);
        services_state.refresh();
    };
    let close = Callback::new(move |()| {
        let names = uploads.pending_names();
        if names.is_empty() {
            return leave();
        }
        spawn_local(async move {
            if confirmed(names.join(", "), t(ServiceTexts::ConfirmAbort), t(ServiceTexts::Abort)).await {
                leave();
            }
        });
    });
    let title = target.name();
    let (kind, has_uploads) = match &target {
        UploadTarget::Service(service) => (service.media_kind.kind(), service.media_kind.kind().is_some()),
        UploadTarget::Item(_) => (None, true),
    };
    let comment = match &target {
        UploadTarget::Service(service) => service.comment.clone(),
        UploadTarget::Item(_) => String::new(),
    };
    let footer = match &target {
        UploadTarget::Service(service) => {
            any_view! { <RenderForm service=*service.clone() uploads=uploads services_state=services_state close=close /> }
        }
        UploadTarget::Item(_) => any_view! {
            <div class="row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="close-service"
                    disabled=move || uploads.is_busy()
                    on:click=move |_| close.run(())
                >
                    {t(ServiceTexts::Finish)}
                </button>
            </div>
        },
    };
    any_view! {
        <Dialog title=title close=close wide=true>
            <div class="fields" on:paste=move |event| uploads.add_files(pasted_files(&event))>
                {(!comment.is_empty())
                    .then(|| {
                        view! {
                            <p dir="auto" class="note">
                                {comment}
                            </p>
                        }
                    })}
                {has_uploads
                    .then(|| {
                        view! {
                            <DropZone kind=kind uploads=uploads />
                            {upload_list(uploads)}
                            {media::tiles(target.clone(), services_state)}
                            <PhoneUpload target=target.clone() services_state=services_state />
                        }
                    })}
                {footer}
            </div>
        </Dialog>
    }
}

/// The files in the clipboard of a paste event.
fn pasted_files(event: &web_sys::Event) -> Option<web_sys::FileList> {
    let event: &web_sys::ClipboardEvent = event.dyn_ref()?;
    event.clipboard_data()?.files()
}

/// The drop zone with the file chooser.
#[component]
fn DropZone(kind: Option<MediaKind>, uploads: UploadQueue) -> impl IntoView {
    let is_dragging = RwSignal::new(false);
    let accept = match kind {
        Some(MediaKind::Photo) => PHOTOS.to_owned(),
        Some(MediaKind::Video) => VIDEOS.to_owned(),
        None => format!("{PHOTOS},{VIDEOS}"),
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        is_dragging.set(false);
        uploads.add_files(event.data_transfer().and_then(|data| data.files()));
    };
    let drag = move |event: DragEvent| {
        event.prevent_default();
        is_dragging.set(true);
    };
    let chosen = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        uploads.add_files(input.files());
        input.set_value("");
    };
    any_view! {
        <div
            class="drop"
            class:over=move || is_dragging.get()
            data-testid="drop"
            on:dragover=drag
            on:dragleave=move |_| is_dragging.set(false)
            on:drop=dropped
        >
            <span>
                {t(ServiceTexts::Drop)}" "
                <label>
                    {t(ServiceTexts::Choose)}
                    <input type="file" multiple=true accept=accept data-testid="files" on:change=chosen />
                </label>
            </span>
            <small class="muted">{t(ServiceTexts::AcceptedFiles)}</small>
        </div>
    }
}

/// The list of running and refused uploads.
fn upload_list(uploads: UploadQueue) -> AnyView {
    let item = move |upload: Upload| {
        let (shown, retried, canceled) = (upload.clone(), upload.clone(), upload.clone());
        let checked = upload.clone();
        let total = upload.bytes().to_string();
        view! {
            <li class="upload" data-testid="upload">
                {move || {
                    if let Some(reason) = checked.error.get() {
                        return any_view! {
                            <span class="fault" data-testid="upload-error">
                                {checked.name()}
                                ": "
                                {reason}
                            </span>
                        };
                    }
                    let (text, sent) = (shown.clone(), shown.sent);
                    any_view! {
                        <span class="upload-name">
                            {shown.name()}" "<span class="muted">{move || text.progress_text()}</span>
                        </span>
                        <progress
                            max=total.clone()
                            value=move || sent.get().to_string()
                            aria-label=shown.name()
                        ></progress>
                    }
                }}
                <span class="service-actions">
                    {move || {
                        retried
                            .error
                            .get()
                            .map(|_| {
                                let retried = retried.clone();
                                view! {
                                    <button type="button" class="quiet" on:click=move |_| uploads.retry(&retried)>
                                        {t(ServiceTexts::Retry)}
                                    </button>
                                }
                            })
                    }}
                    <button
                        type="button"
                        class="icon"
                        aria-label=t(Text::Delete)
                        title=t(Text::Delete)
                        on:click=move |_| uploads.cancel(&canceled)
                    >
                        {Icon::X.view()}
                    </button>
                </span>
            </li>
        }
    };
    any_view! {
        {move || {
            uploads
                .offline
                .get()
                .then(|| {
                    view! {
                        <p class="note error" role="status">
                            {t(ServiceTexts::Offline)}
                        </p>
                    }
                })
        }}
        <ul class="uploads">
            <For each=move || uploads.list.get() key=Upload::key children=item />
        </ul>
    }
}

/// The measurements of the service, if it has any, and the button that completes it.
#[component]
fn RenderForm(
    service: ItemService,
    uploads: UploadQueue,
    services_state: ServicesState,
    close: Callback<()>,
) -> impl IntoView {
    let action = use_action().reloading(move || _ = services_state.reload.try_run(()));
    let error = action;
    let reason = RwSignal::new(String::new());
    let needs_reason = RwSignal::new(false);
    let whole_number = || NumberInput::new(NumberKind::Whole, "");
    let (length, width, height, counted) = (whole_number(), whole_number(), whole_number(), whole_number());
    let weight = NumberInput::new(NumberKind::Kilograms, "");
    let (measures, counts) = (service.code == "measure", service.code == "recount");
    let (id, has_numbers) = (service.id, measures || counts);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let measured = Measurements {
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
            measured: has_numbers.then_some(measured),
            reason: needs_reason.get_untracked().then(|| reason.get_untracked()),
        };
        let call = api::send::<RenderService>((id,), Nothing {}, body, Options::default());
        action.run(call, move |_| _ = close.try_run(()));
    };
    // Asked for when the server says that the goods have not arrived.
    Effect::new(move |_| {
        if action
            .error()
            .is_some_and(|error| error.code() == Some(ProblemCode::GoodsNotArrived))
        {
            needs_reason.set(true);
        }
    });
    let field = move |name: &'static str, label: ServiceTexts, input: NumberInput| {
        view! { <NumberField name=name label=t(label) input=input error=error /> }
    };
    if !service.moves.contains(&ServiceMove::Render) {
        return any_view! {
            <div class="row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="close-service"
                    disabled=move || uploads.is_busy()
                    on:click=move |_| close.run(())
                >
                    {t(ServiceTexts::Finish)}
                </button>
            </div>
        };
    }
    any_view! {
        <form on:submit=send>
            <ErrorNote error=error />
            {measures
                .then(|| {
                    view! {
                        {field("measured.weight_grams", ServiceTexts::Weight, weight)}
                        <div class="grid three even">
                            {field("measured.length_mm", ServiceTexts::Length, length)}
                            {field("measured.width_mm", ServiceTexts::Width, width)}
                            {field("measured.height_mm", ServiceTexts::Height, height)}
                        </div>
                    }
                })}
            {counts.then(|| field("measured.counted_quantity", ServiceTexts::Counted, counted))}
            {move || {
                needs_reason
                    .get()
                    .then(|| view! { <Field name="reason" label=t(LifecycleTexts::Reason) value=reason error=error /> })
            }}
            <div class="row">
                <button class="button primary" data-testid="service-done" disabled=move || uploads.is_busy()>
                    {t(ServiceTexts::MarkDone)}
                </button>
            </div>
        </form>
    }
}
