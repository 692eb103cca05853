//! Import of a spreadsheet file: upload, mapping of the columns, preview of the errors, confirmation and undo.

mod columns;
mod paste;
mod preview;
mod questions;

use frontend_ui::{
    api::{self, Error, Options},
    data::{Action, use_action},
    features::sheet_import::SheetFile,
    i18n::language,
};
use leptos::{prelude::*, web_sys};
use paste::paste_field;
use preview::preview_table;
use shared_types::{
    endpoint::Nothing,
    id::{ImportId, OrderId},
    imports::{
        ChangeImport, ConfirmImport, Import, ImportChange, ImportPreview, ImportUploadQuery, PreviewQuery, ShowImport,
        UndoImport, UploadImport,
    },
};

/// The read file of an import and its preview. They stay while another tab is open.
#[derive(Clone, Copy)]
pub(crate) struct ImportPreviewState {
    preview: RwSignal<Option<ImportPreview>>,
    action: Action,
    only_faulty: RwSignal<bool>,
    pasted: RwSignal<String>,
    file: StoredValue<Option<web_sys::File>, LocalStorage>,
}

impl ImportPreviewState {
    pub(crate) fn new() -> Self {
        Self {
            preview: RwSignal::new(None),
            action: use_action(),
            only_faulty: RwSignal::new(false),
            pasted: RwSignal::new(String::new()),
            file: StoredValue::new_local(None),
        }
    }
}

#[derive(Clone, Copy)]
struct ImportState {
    order: OrderId,
    shown: ImportPreviewState,
    /// The items of the draft have changed.
    changed: Callback<()>,
    /// The person returns to the items.
    leave: Callback<()>,
}

impl std::ops::Deref for ImportState {
    type Target = ImportPreviewState;

    fn deref(&self) -> &ImportPreviewState {
        &self.shown
    }
}

impl ImportState {
    /// Runs a step and shows the import afterwards. Ignored while another step is running.
    fn run(self, step: impl Future<Output = Result<ImportId, Error>> + 'static, cursor: Option<u32>) {
        if untrack(|| self.action.is_busy()) {
            return;
        }
        let call = async move {
            let id = step.await?;
            let query = PreviewQuery {
                faulty: self.only_faulty.try_get_untracked(),
                limit: None,
                cursor,
            };
            api::send::<ShowImport>((self.order, id), query, Nothing {}, Options::default()).await
        };
        self.action.run(call, move |preview| self.preview.set(Some(preview)));
    }

    fn upload(self, sheet: Option<String>) {
        let Some(file) = self.file.get_value() else { return };
        let query = ImportUploadQuery {
            name: Some(file.name().chars().take(200).collect()),
            sheet,
        };
        let order = self.order;
        self.run(
            async move {
                api::upload::<UploadImport>((order,), query, &file)
                    .await
                    .map(|import| import.id)
            },
            None,
        );
    }

    fn take(self, file: web_sys::File) {
        self.file.set_value(Some(file));
        self.only_faulty.set(false);
        self.upload(None);
    }

    fn change(self, import: &Import, body: ImportChange) {
        let path = (self.order, import.id);
        let step = api::send::<ChangeImport>(path, Nothing {}, body, Options::default());
        self.run(async move { step.await.map(|import| import.id) }, None);
    }

    fn confirm(self, id: ImportId) {
        let order = self.order;
        self.run(
            async move {
                let confirmed =
                    api::send::<ConfirmImport>((order, id), Nothing {}, Nothing {}, Options::default()).await;
                confirmed.map(|import| self.announce(&import))
            },
            None,
        );
    }

    /// Says that the items of the draft have changed, so that its total is right at once.
    fn announce(self, import: &Import) -> ImportId {
        self.changed.try_run(());
        import.id
    }

    fn undo(self, id: ImportId) {
        let order = self.order;
        self.run(
            async move {
                let undone = api::send::<UndoImport>((order, id), Nothing {}, Nothing {}, Options::default()).await;
                undone.map(|import| self.announce(&import))
            },
            None,
        );
    }
}

/// The import of a file in the import tab.
#[component]
pub(crate) fn FileImport(
    /// The draft.
    order: OrderId,
    /// The state of the import that the page keeps.
    shown: ImportPreviewState,
    /// Called when the import has changed the items.
    changed: Callback<()>,
    /// Called when the user returns to the items.
    leave: Callback<()>,
) -> impl IntoView {
    let state = ImportState {
        order,
        shown,
        changed,
        leave,
    };
    let template = format!(
        "/api/import-template.xlsx?language={}",
        language().as_str().get(..2).unwrap_or("ru")
    );
    view! {
        <SheetFile
            take=UnsyncCallback::new(move |file| state.take(file))
            template=template
            template_name="karavan.xlsx"
            action=state.action
        >
            {paste_field(state)}
            {move || state.preview.get().map(|preview| preview_table(state, preview))}
        </SheetFile>
    }
    .into_any()
}
