//! Files of a message: pictures small and side by side, anything else by its name.

use super::room::Room;
use crate::{features::services::Shot, format};
use leptos::prelude::*;
use shared_types::{
    chat::{ChatFile, ChatPicture},
    id::MessageId,
    media::MediaKind,
};

/// The longer side of a picture that is alone, in pixels; several are squares of the stylesheet.
const SIDE: i64 = 220;
/// The shorter one at least: the narrowest strip can be pressed.
const LEAST: i64 = 48;
/// How often a picture that fails asks for a fresh address before it is given up.
const TRIES: u32 = 3;
/// Longest ending of a name that is never cut, in characters, with its point.
const ENDING: usize = 8;

pub(super) const SHEET: &str = "M6 3h8l4 4v14H6zM14 3v4h4";
pub(super) const CLIP: &str = "M21 11.500l-9 9a5.700 5.700 0 0 1-8-8l9-9a3.800 3.800 0 0 1 5.300 5.300l-9 9a1.900 1.900 0 0 1-2.700-2.700l8.300-8.200";

/// A sign drawn as a line.
pub(super) fn sign(path: &'static str) -> AnyView {
    view! { <svg class="chat-sign" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.7"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=path></path></svg> }
    .into_any()
}

/// A name in two: what may be cut on a narrow screen, and the ending that says what the file is.
fn parts(name: &str) -> (&str, &str) {
    let at = name.rfind('.').filter(|at| *at > 0);
    let at = at.filter(|at| name.get(*at..).is_some_and(|ending| ending.chars().count() <= ENDING));
    name.split_at(at.unwrap_or(name.len()))
}

/// A name that loses its middle where there is no place for it.
pub(super) fn named(name: &str) -> AnyView {
    let (stem, ending) = parts(name);
    let (stem, ending, whole) = (stem.to_owned(), ending.to_owned(), name.to_owned());
    view! { <span class="chat-name" title=whole><span>{stem}</span><span>{ending}</span></span> }.into_any()
}

/// The place that a picture takes when it is alone, before it came.
fn frame(width: i32, height: i32) -> (i64, i64) {
    let (width, height) = (i64::from(width.max(1)), i64::from(height.max(1)));
    let longer = width.max(height);
    let scaled = |side: i64| (side * SIDE.min(longer) / longer).max(LEAST);
    (scaled(width), scaled(height))
}

/// The pictures among files, as they are looked at over the whole screen.
fn shots(files: &[ChatFile]) -> Vec<Shot> {
    let pictures = files.iter().filter_map(|file| file.picture.as_ref());
    pictures
        .map(|picture| Shot {
            kind: MediaKind::Photo,
            photo: Some(picture.addresses.clone()),
            video: None,
            hidden: false,
        })
        .collect()
}

/// The files of a message; only their addresses ever change.
pub(super) fn files(message: MessageId, files: Memo<Vec<ChatFile>>, room: Room) -> AnyView {
    let (pictures, others): (Vec<_>, Vec<_>) = files
        .get_untracked()
        .into_iter()
        .partition(|file| file.picture.is_some());
    let is_alone = pictures.len() == 1;
    let address = move |file: &ChatFile, of: fn(&ChatFile) -> Option<&String>| {
        let id = file.id;
        Memo::new(move |_| {
            files.with(|all| {
                let file = all.iter().find(|file| file.id == id)?;
                of(file).cloned()
            })
        })
    };
    let picture = move |(index, file): (usize, ChatFile)| {
        let source = address(&file, |file| {
            file.picture.as_ref().map(|picture| &picture.addresses.thumb)
        });
        let place = file
            .picture
            .filter(|_| is_alone)
            .map(|ChatPicture { width, height, .. }| {
                let (width, height) = frame(width, height);
                format!("width: {width}px; aspect-ratio: {width} / {height}")
            });
        let failures = StoredValue::new(0_u32);
        let failed = move |_| {
            let count = failures.get_value() + 1;
            failures.set_value(count);
            if count <= TRIES {
                room.renew(message);
            }
        };
        let open = move |_| room.looking.set(Some((files.with_untracked(|all| shots(all)), index)));
        view! {
            <button type="button" class="chat-picture" style=place on:click=open>
                <img alt=file.name loading="lazy" draggable="false" data-testid="chat-picture" src=move || source.get()
                    on:load=move |_| failures.set_value(0) on:error=failed/>
            </button>
        }
    };
    let other = move |file: ChatFile| {
        let href = address(&file, |file| Some(&file.address));
        view! {
            <a class="chat-file" data-testid="chat-file" href=move || href.get() download=file.name.clone()>
                {sign(SHEET)}
                {named(&file.name)}
                <span class="muted">{format::bytes(file.bytes)}</span>
            </a>
        }
    };
    let class = if is_alone {
        "chat-pictures"
    } else {
        "chat-pictures many"
    };
    view! {
        {(!pictures.is_empty()).then(|| view! { <div class=class>{pictures.into_iter().enumerate().map(picture).collect_view()}</div> })}
        {others.into_iter().map(other).collect_view()}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_outlives_its_name() {
        assert_eq!(parts("счёт за май.xlsx"), ("счёт за май", ".xlsx"));
        assert_eq!(parts("archive.tar.gz"), ("archive.tar", ".gz"));
        assert_eq!(parts("v1. everything"), ("v1. everything", ""));
        assert_eq!(parts(".profile"), (".profile", ""));
        assert_eq!(parts(""), ("", ""));
    }

    #[test]
    fn a_picture_keeps_its_shape_within_its_place() {
        assert_eq!(frame(4000, 3000), (220, 165));
        assert_eq!(frame(100, 60), (100, 60));
        assert_eq!(frame(20, 2000), (48, 220));
        assert_eq!(frame(0, 0), (48, 48));
    }
}
