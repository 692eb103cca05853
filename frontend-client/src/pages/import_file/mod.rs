//! Import of a spreadsheet file: upload, mapping of the columns, preview of the errors, confirmation and undo.

mod columns;
mod preview;

use frontend_ui::{
    api::{self, Error, Options},
    components::error_message,
    features::sheet_import::SheetFile,
    i18n::language,
};
use leptos::{prelude::*, task::spawn_local, web_sys};
use preview::preview_table;
use shared_types::{
    endpoint::Nothing,
    id::{ImportId, OrderId},
    imports::{
        ChangeImport, ConfirmImport, Import, ImportChange, ImportPreview, ImportUploadQuery, PreviewQuery, ShowImport,
        UndoImport, UploadImport,
    },
};

#[derive(Clone, Copy)]
struct ImportState {
    order: OrderId,
    preview: RwSignal<Option<ImportPreview>>,
    error: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    only_faulty: RwSignal<bool>,
    file: StoredValue<Option<web_sys::File>, LocalStorage>,
    changed: Callback<()>,
}

impl ImportState {
    /// Runs a step and shows the import afterwards. Ignored while another step is running.
    fn run(self, step: impl Future<Output = Result<ImportId, Error>> + 'static, cursor: Option<u32>) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        spawn_local(async move {
            let preview = match step.await {
                Ok(id) => {
                    let query = PreviewQuery {
                        faulty: self.only_faulty.try_get_untracked(),
                        limit: None,
                        cursor,
                    };
                    api::send::<ShowImport>((self.order, id), query, Nothing {}, Options::default()).await
                }
                Err(error) => Err(error),
            };
            match preview {
                Ok(preview) => self.preview.set(Some(preview)),
                Err(error) => self.error.set(Some(error_message(&error))),
            }
            self.busy.set(false);
        });
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
                confirmed.map(|import| import.id)
            },
            None,
        );
    }

    fn undo(self, id: ImportId) {
        let order = self.order;
        self.run(
            async move {
                let undone = api::send::<UndoImport>((order, id), Nothing {}, Nothing {}, Options::default()).await;
                undone.map(|import| import.id)
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
    /// Called when the user returns to the items.
    changed: Callback<()>,
) -> impl IntoView {
    let state = ImportState {
        order,
        preview: RwSignal::new(None),
        error: RwSignal::new(None),
        busy: RwSignal::new(false),
        only_faulty: RwSignal::new(false),
        file: StoredValue::new_local(None),
        changed,
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
            busy=state.busy
            error=state.error
        >
            {move || state.preview.get().map(|preview| preview_table(state, preview))}
        </SheetFile>
    }
    .into_any()
}
