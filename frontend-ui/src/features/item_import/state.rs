//! The state of the import of a file.

use crate::{api::Error, prelude::*};
use leptos::web_sys;
use shared_types::{
    id::{ImportId, OrderId},
    imports::{
        ChangeImport, ConfirmImport, Import, ImportChange, ImportPreview, ImportUploadQuery, PreviewQuery, ShowImport,
        UndoImport, UploadImport,
    },
};

#[derive(Clone, Copy)]
pub(super) struct ImportState {
    pub(super) order: OrderId,
    pub(super) shown: ImportPreviewState,
    /// The items of the draft have changed.
    pub(super) changed: Callback<()>,
    /// The person returns to the items.
    pub(super) leave: Callback<()>,
}

impl std::ops::Deref for ImportState {
    type Target = ImportPreviewState;

    fn deref(&self) -> &ImportPreviewState {
        &self.shown
    }
}

impl ImportState {
    /// Runs a step and shows the import afterwards. Ignored while another step is running.
    pub(super) fn run(self, step: impl Future<Output = Result<ImportId, Error>> + 'static, cursor: Option<u32>) {
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

    pub(super) fn upload(self, sheet: Option<String>) {
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

    pub(super) fn take(self, file: web_sys::File) {
        self.file.set_value(Some(file));
        self.only_faulty.set(false);
        self.upload(None);
    }

    pub(super) fn change(self, import: &Import, body: ImportChange) {
        let path = (self.order, import.id);
        let step = api::send::<ChangeImport>(path, Nothing {}, body, Options::default());
        self.run(async move { step.await.map(|import| import.id) }, None);
    }

    pub(super) fn confirm(self, id: ImportId) {
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
    pub(super) fn announce(self, import: &Import) -> ImportId {
        self.changed.try_run(());
        import.id
    }

    pub(super) fn undo(self, id: ImportId) {
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

/// The read file of an import and its preview. They stay while another tab is open.
#[derive(Clone, Copy)]
pub struct ImportPreviewState {
    pub(super) preview: RwSignal<Option<ImportPreview>>,
    pub(super) action: Action,
    pub(super) only_faulty: RwSignal<bool>,
    pub(super) pasted: RwSignal<String>,
    pub(super) file: StoredValue<Option<web_sys::File>, LocalStorage>,
}

impl Default for ImportPreviewState {
    fn default() -> Self {
        Self {
            preview: RwSignal::new(None),
            action: use_action(),
            only_faulty: RwSignal::new(false),
            pasted: RwSignal::new(String::new()),
            file: StoredValue::new_local(None),
        }
    }
}
