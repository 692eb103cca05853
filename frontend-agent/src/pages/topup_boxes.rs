//! The field for the cash box that money of a client goes to.

use frontend_ui::{
    api::{Error, Fetched},
    components::error_message,
    prelude::*,
};
use shared_types::{
    id::{BalanceRequestId, CashBoxId},
    page::Listing,
    topups::{ListTopupBoxes, TopupBox},
};

frontend_ui::texts! {
    /// A text about the cash box of a confirmation.
    enum BoxTexts;
    Box: "Касса", "Cash box", "现金账户";
    Choose: "выберите кассу", "choose a cash box", "请选择账户";
}

/// The state of the field.
#[derive(Clone, Copy)]
pub(crate) struct TopupBoxField {
    boxes: Fetched<Result<Listing<TopupBox>, Error>>,
    chosen: RwSignal<String>,
}

impl TopupBoxField {
    /// Loads the boxes of a request, again for each other one. The default is chosen.
    pub(crate) fn new(request: Signal<Option<BalanceRequestId>>) -> Self {
        let chosen = RwSignal::new(String::new());
        let boxes = Fetched::new(move || {
            let request = request.get();
            async move {
                match request {
                    Some(id) => api::send::<ListTopupBoxes>((id,), Nothing {}, Nothing {}, Options::default()).await,
                    None => Ok(Listing { data: Vec::new() }),
                }
            }
        });
        Effect::new(move |_| {
            let default = boxes.with(|boxes| {
                let boxes = boxes?.as_ref().ok()?.data.iter();
                boxes.clone().find(|one| one.is_default).map(|one| one.id.to_string())
            });
            chosen.set(default.unwrap_or_default());
        });
        Self { boxes, chosen }
    }

    /// The chosen box.
    pub(crate) fn id(self) -> Option<CashBoxId> {
        self.chosen.get_untracked().parse().ok().map(CashBoxId)
    }

    /// Whether a box must still be chosen. Tracks.
    pub(crate) fn is_missing(self) -> bool {
        let has_boxes = |boxes: Option<&Result<Listing<TopupBox>, Error>>| match boxes {
            Some(Ok(boxes)) => !boxes.data.is_empty(),
            Some(Err(_)) => false,
            None => true,
        };
        self.chosen.with(String::is_empty) && self.boxes.with(has_boxes)
    }

    /// The field; nothing without boxes.
    pub(crate) fn view(self) -> AnyView {
        let field = move || match self.boxes.get()? {
            Ok(boxes) if boxes.data.is_empty() => None,
            Ok(boxes) => {
                let has_default = boxes.data.iter().any(|one| one.is_default);
                let none = (!has_default).then(|| (String::new(), t(BoxTexts::Choose).to_owned()));
                let options = boxes.data.into_iter().map(|one| (one.id.to_string(), one.name));
                let options: Vec<_> = none.into_iter().chain(options).collect();
                Some(
                    view! { <SelectField name="box_id" label=t(BoxTexts::Box) value=self.chosen options=options /> }
                        .into_any(),
                )
            }
            Err(error) => Some(view! { <p class="fault">{error_message(&error)}</p> }.into_any()),
        };
        any_view! { {field} }
    }
}
