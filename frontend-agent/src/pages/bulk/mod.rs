//! Steps that are taken with many selected rows, one after the other: orders and shipments have them.

mod dialog;
mod run;

pub(crate) use dialog::{BulkDialog, LeftOut, left_out_note, rows_note};
pub(crate) use run::{BulkRun, End, Outcome, known_rows};

frontend_ui::texts! {
    /// A text of the steps with many rows.
    enum StepTexts;
    LeftOut: "Не войдут", "Left out", "不包括";
    NotDone: "Не получилось", "Not done", "未完成";
    Undone: "Отменено", "Undone", "已撤销";
}
