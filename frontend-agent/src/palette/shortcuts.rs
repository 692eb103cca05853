//! The list of shortcuts.

use super::{PaletteContext, texts::PaletteTexts};
use frontend_ui::prelude::*;

/// The keys and their actions.
const SHORTCUTS: [(&[&str], PaletteTexts); 13] = [
    (&["Ctrl K"], PaletteTexts::ShortcutPalette),
    (&["/"], PaletteTexts::ShortcutSearch),
    (&["J", "K"], PaletteTexts::ShortcutMove),
    (&["Enter"], PaletteTexts::ShortcutOpen),
    (&["Space"], PaletteTexts::ShortcutPreview),
    (&["X"], PaletteTexts::ShortcutSelect),
    (&["E"], PaletteTexts::ShortcutEdit),
    (&["P"], PaletteTexts::ShortcutPrice),
    (&["Ctrl Enter"], PaletteTexts::ShortcutMainAction),
    (&["]", "["], PaletteTexts::ShortcutNeighbour),
    (&["N"], PaletteTexts::ShortcutNote),
    (&["Shift N"], PaletteTexts::ShortcutNotepad),
    (&["?"], PaletteTexts::ShortcutHelp),
];

#[component]
pub(crate) fn ShortcutsDialog() -> impl IntoView {
    let context = expect_context::<PaletteContext>();
    let rows = SHORTCUTS.map(|(keys, text)| {
        let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd> }).collect_view();
        view! {
            <dt>{t(text)}</dt>
            <dd>{keys}</dd>
        }
    });
    any_view! {
        <Dialog title=t(PaletteTexts::Shortcuts) close=Callback::new(move |()| context.shortcuts.set(false))>
            <dl class="shortcuts">{rows}</dl>
        </Dialog>
    }
}
