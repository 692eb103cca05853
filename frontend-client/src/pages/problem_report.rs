//! The client's report of a cargo problem: words, the items concerned, photos.

use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote},
    i18n::{Life, t},
};
use leptos::{
    ev::{Event, SubmitEvent},
    prelude::*,
    task::spawn_local,
    web_sys,
};
use shared_types::{
    endpoint::Nothing,
    id::{ItemId, ShipmentId, ShipmentPhotoId},
    shipments::{AddShipmentPhoto, CargoProblem, PHOTOS, RemoveShipmentPhoto, ReportShipment, ShipmentPhoto},
};

/// Photos that the server has; they wait there for the report, also when the dialog is closed meanwhile.
#[component]
fn Photos(
    id: ShipmentId,
    photos: RwSignal<Vec<ShipmentPhoto>>,
    sending: RwSignal<usize>,
    error: RwSignal<Option<Error>>,
) -> impl IntoView {
    let pick = move |event: Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        let files: Vec<_> = input.files().map_or_else(Vec::new, |list| {
            (0..list.length()).filter_map(|at| list.get(at)).collect()
        });
        error.set(None);
        sending.update(|sending| *sending += files.len());
        spawn_local(async move {
            // One after the other: a phone's line is narrow, and the order stays as they were chosen.
            for file in files {
                match api::upload::<AddShipmentPhoto>((id,), Nothing {}, &file).await {
                    Ok(photo) => drop(photos.try_update(|photos| photos.push(photo))),
                    Err(refused) => drop(error.try_set(Some(refused))),
                }
                sending.try_update(|sending| *sending -= 1);
            }
        });
        // The same file may be chosen again.
        input.set_value("");
    };
    let remove = move |photo: ShipmentPhotoId| {
        spawn_local(async move {
            match api::send::<RemoveShipmentPhoto>((id, photo), Nothing {}, Nothing {}, Options::default()).await {
                Ok(_) => drop(photos.try_update(|photos| photos.retain(|held| held.id != photo))),
                Err(refused) => drop(error.try_set(Some(refused))),
            }
        });
    };
    let tile = move |photo: ShipmentPhoto| {
        let id = photo.id;
        view! {
            <div class="tile" data-testid="problem-photo">
                <span class="media-thumb"><img src=photo.addresses.thumb alt=t(Life::ProblemPhotos)/></span>
                <div class="row"><span></span><button type="button" class="icon" aria-label=t(Life::RemovePhoto) title=t(Life::RemovePhoto) on:click=move |_| remove(id)>"✕"</button></div>
            </div>
        }
    };
    let is_full = move || photos.read().len() + sending.get() >= PHOTOS;
    view! {
        <div class="drop">
            <label>{t(Life::AddPhotos)}<input type="file" accept="image/*" multiple data-testid="problem-photos" disabled=is_full on:change=pick/></label>
            {move || (sending.get() > 0).then(|| view! { <span class="muted" role="status">{t(Life::SendingPhotos)}</span> })}
        </div>
        <div class="tiles"><For each=move || photos.get() key=|photo| photo.id children=tile/></div>
    }
    .into_any()
}

/// What is wrong, with which items, and how it looks.
#[component]
pub(super) fn Report(
    /// The shipment.
    id: ShipmentId,
    /// What is in it.
    items: Vec<(ItemId, String)>,
    /// Photos that were sent already.
    photos: RwSignal<Vec<ShipmentPhoto>>,
    /// Reads the shipment anew.
    reload: Callback<()>,
    /// Takes the dialog away.
    close: Callback<()>,
) -> impl IntoView {
    let (reason, error) = (RwSignal::new(String::new()), RwSignal::new(None::<Error>));
    let wrong = RwSignal::new(Vec::<ItemId>::new());
    let sending = RwSignal::new(0_usize);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = CargoProblem {
            reason: reason.get_untracked(),
            items: wrong.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<ReportShipment>((id,), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    close.run(());
                    reload.run(());
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let boxes = items.into_iter().map(move |(item, title)| {
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            wrong.update(|wrong| {
                wrong.retain(|held| *held != item);
                if checked {
                    wrong.push(item);
                }
            });
        };
        view! { <label class="row"><input type="checkbox" on:change=toggle/><span lang="zh">{title}</span></label> }
    });
    view! {
        <Dialog title=t(Life::ReportProblem) close=close>
            <form on:submit=send>
                <ErrorNote error=error/>
                <label class="field"><span>{t(Life::ProblemHint)}</span>
                    <textarea rows="4" name="reason" data-testid="reason" required prop:value=move || reason.get() on:input=move |event| reason.set(event_target_value(&event))></textarea>
                </label>
                {boxes.collect_view()}
                <Photos id=id photos=photos sending=sending error=error/>
                <div class="row"><button class="button primary" data-testid="send-report" disabled=move || { sending.get() > 0 }>{t(Life::ReportProblem)}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}
