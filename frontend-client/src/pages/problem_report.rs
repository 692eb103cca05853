//! The dialog in which the client reports a cargo problem: the reason, the items concerned and photos.

use frontend_ui::{
    api::Error,
    components::{TextArea, error_message},
    features::translation::shop_text,
    prelude::*,
};
use leptos::{ev::Event, web_sys};
use shared_types::{
    id::{ItemId, ShipmentId, ShipmentPhotoId},
    shipments::{AddShipmentPhoto, CargoProblem, PHOTOS, RemoveShipmentPhoto, ReportShipmentProblem, ShipmentPhoto},
};

/// A photo that could not be uploaded.
#[derive(Clone)]
struct FailedPhoto {
    key: String,
    file: web_sys::File,
    error: Error,
}

/// The photos of the report. They are uploaded at once, and the server keeps them even if the dialog is closed.
#[component]
fn PhotoUpload(
    id: ShipmentId,
    photos: RwSignal<Vec<ShipmentPhoto>>,
    sending: RwSignal<usize>,
    error: RwSignal<Option<Error>>,
) -> impl IntoView {
    let failed = RwSignal::new_local(Vec::<FailedPhoto>::new());
    let upload = move |files: Vec<web_sys::File>| {
        error.set(None);
        sending.update(|sending| *sending += files.len());
        spawn_local(async move {
            // Uploads are sequential, because phones have little bandwidth and the order must be kept.
            for file in files {
                match api::upload::<AddShipmentPhoto>((id,), Nothing {}, &file).await {
                    Ok(photo) => drop(photos.try_update(|photos| photos.push(photo))),
                    Err(error) => {
                        let key = api::new_key();
                        failed.try_update(|failed| failed.push(FailedPhoto { key, file, error }));
                    }
                }
                sending.try_update(|sending| *sending -= 1);
            }
        });
    };
    let pick = move |event: Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        let files: Vec<_> = input.files().map_or_else(Vec::new, |list| {
            (0..list.length()).filter_map(|at| list.get(at)).collect()
        });
        upload(files);
        // Clear the input, so that choosing the same file again triggers `change`.
        input.set_value("");
    };
    // A photo that failed stays until it is uploaded or removed.
    let failed_row = move |photo: FailedPhoto| {
        let (key, file) = (StoredValue::new(photo.key), photo.file);
        let forget = move || failed.update(|failed| failed.retain(|other| other.key != key.get_value()));
        let text = format!("{}: {}", file.name(), error_message(&photo.error));
        let retry = move |_| {
            forget();
            upload(vec![file.clone()]);
        };
        view! {
            <li class="row" data-testid="failed-photo">
                <span class="fault" role="alert">
                    {text}
                </span>
                <button type="button" class="quiet" on:click=retry>
                    {t(Text::Retry)}
                </button>
                <button
                    type="button"
                    class="icon"
                    aria-label=t(LifecycleTexts::RemovePhoto)
                    title=t(LifecycleTexts::RemovePhoto)
                    on:click=move |_| forget()
                >
                    {Icon::X.view()}
                </button>
            </li>
        }
    };
    let remove = move |photo: ShipmentPhotoId| {
        spawn_local(async move {
            match api::send::<RemoveShipmentPhoto>((id, photo), Nothing {}, Nothing {}, Options::default()).await {
                Ok(_) => drop(photos.try_update(|photos| photos.retain(|other| other.id != photo))),
                Err(err) => drop(error.try_set(Some(err))),
            }
        });
    };
    let tile = move |photo: ShipmentPhoto| {
        let id = photo.id;
        view! {
            <div class="tile" data-testid="problem-photo">
                <span class="media-thumb">
                    <img src=photo.addresses.thumb alt=t(LifecycleTexts::ProblemPhotos) />
                </span>
                <div class="row">
                    <span></span>
                    <button
                        type="button"
                        class="icon"
                        aria-label=t(LifecycleTexts::RemovePhoto)
                        title=t(LifecycleTexts::RemovePhoto)
                        on:click=move |_| remove(id)
                    >
                        {Icon::X.view()}
                    </button>
                </div>
            </div>
        }
    };
    let is_full = move || photos.read().len() + sending.get() >= PHOTOS;
    any_view! {
        <div class="drop">
            <label>
                {t(LifecycleTexts::AddPhotos)}
                <input
                    type="file"
                    accept="image/*"
                    multiple
                    data-testid="problem-photos"
                    disabled=is_full
                    on:change=pick
                />
            </label>
            {move || {
                (sending.get() > 0)
                    .then(|| {
                        view! {
                            <span class="muted" role="status">
                                {t(LifecycleTexts::SendingPhotos)}
                            </span>
                        }
                    })
            }}
        </div>
        <ul>
            <For each=move || failed.get() key=|photo| photo.key.clone() children=failed_row />
        </ul>
        <div class="tiles">
            <For each=move || photos.get() key=|photo| photo.id children=tile />
        </div>
    }
}

/// The dialog that reports a problem with a shipment.
#[component]
pub(super) fn ProblemReport(
    /// The shipment.
    id: ShipmentId,
    /// Its items: ids and titles.
    items: Vec<(ItemId, String)>,
    /// The photos uploaded so far.
    photos: RwSignal<Vec<ShipmentPhoto>>,
    /// Reloads the shipment.
    reload: Callback<()>,
    /// Called when the dialog is closed.
    close: Callback<()>,
) -> impl IntoView {
    let (reason, error) = (RwSignal::new(String::new()), RwSignal::new(None::<Error>));
    let damaged_items = RwSignal::new(Vec::<ItemId>::new());
    let sending = RwSignal::new(0_usize);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = CargoProblem {
            reason: reason.get_untracked(),
            items: damaged_items.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<ReportShipmentProblem>((id,), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    close.try_run(());
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let boxes = items.into_iter().map(move |(item, title)| {
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            damaged_items.update(|damaged_items| {
                damaged_items.retain(|other| *other != item);
                if checked {
                    damaged_items.push(item);
                }
            });
        };
        view! {
            <label class="row">
                <input type="checkbox" on:change=toggle />
                {shop_text(title)}
            </label>
        }
    });
    any_view! {
        <Dialog title=t(LifecycleTexts::ReportProblem) close=close>
            <form on:submit=send>
                <ErrorNote error=error />
                <TextArea
                    name="reason"
                    label=t(LifecycleTexts::ProblemQuestion)
                    value=reason
                    error=error
                    required=true
                />
                {boxes.collect_view()}
                <PhotoUpload id=id photos=photos sending=sending error=error />
                <div class="row">
                    <button class="button primary" data-testid="send-report" disabled=move || { sending.get() > 0 }>
                        {t(LifecycleTexts::ReportProblem)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
