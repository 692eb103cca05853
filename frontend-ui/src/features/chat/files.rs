//! Files of a message: pictures as thumbnails, other files by name.

use super::room::Room;
use crate::{features::services::GalleryItem, format};
use leptos::prelude::*;
use shared_types::{
    chat::{ChatFile, ChatPicture},
    id::MessageId,
    media::MediaKind,
};

/// Longer side of a single picture, in pixels. Several pictures are squares sized by the stylesheet.
const MAX_SIDE: i64 = 220;
/// Minimum length of a side, in pixels, so that very narrow pictures can be clicked.
const MIN_SIDE: i64 = 48;
/// How often the URL of a picture that fails to load is renewed before giving up.
const MAX_RENEWALS: u32 = 3;
/// Longest file extension that is never truncated, in characters, including the dot.
const MAX_EXTENSION_CHARS: usize = 8;

pub(super) const FILE_ICON: &str = "M6 3h8l4 4v14H6zM14 3v4h4";
pub(super) const ATTACH_ICON: &str = "M21 11.500l-9 9a5.700 5.700 0 0 1-8-8l9-9a3.800 3.800 0 0 1 5.300 5.300l-9 9a1.900 1.900 0 0 1-2.700-2.700l8.300-8.200";

/// Renders an icon from its SVG path.
pub(super) fn icon(path: &'static str) -> AnyView {
    any_view! {
        <svg
            class="chat-icon"
            viewBox="0 0 24 24"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            stroke-width="1.7"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
        >
            <path d=path></path>
        </svg>
    }
}

/// Splits a file name into the stem, which may be truncated, and the extension, which may not.
fn split_extension(name: &str) -> (&str, &str) {
    let at = name.rfind('.').filter(|at| *at > 0);
    let at = at.filter(|at| {
        name.get(*at..)
            .is_some_and(|extension| extension.chars().count() <= MAX_EXTENSION_CHARS)
    });
    name.split_at(at.unwrap_or(name.len()))
}

/// Renders a file name that is truncated before its extension.
pub(super) fn file_name(name: &str) -> AnyView {
    let (stem, extension) = split_extension(name);
    let (stem, extension, title) = (stem.to_owned(), extension.to_owned(), name.to_owned());
    any_view! {
        <span class="chat-name" title=title>
            <span>{stem}</span>
            <span>{extension}</span>
        </span>
    }
}

/// Returns the rendered size of a single picture, so that its space is reserved before it loads.
fn picture_size(width: i32, height: i32) -> (i64, i64) {
    let (width, height) = (i64::from(width.max(1)), i64::from(height.max(1)));
    let longer = width.max(height);
    let scaled = |side: i64| (side * MAX_SIDE.min(longer) / longer).max(MIN_SIDE);
    (scaled(width), scaled(height))
}

/// Returns the pictures among the files as gallery items.
fn gallery_items(files: &[ChatFile]) -> Vec<GalleryItem> {
    let pictures = files.iter().filter_map(|file| file.picture.as_ref());
    pictures
        .map(|picture| GalleryItem {
            kind: MediaKind::Photo,
            photo: Some(picture.addresses.clone()),
            video: None,
            hidden: false,
        })
        .collect()
}

/// Renders the files of a message. The set of files never changes, only their URLs do.
pub(super) fn file_list(message: MessageId, files: Memo<Vec<ChatFile>>, room: Room) -> AnyView {
    let (pictures, others): (Vec<_>, Vec<_>) = files
        .get_untracked()
        .into_iter()
        .partition(|file| file.picture.is_some());
    let is_alone = pictures.len() == 1;
    let address = move |file: &ChatFile, url: fn(&ChatFile) -> Option<&String>| {
        let id = file.id;
        Memo::new(move |_| {
            files.with(|all| {
                let file = all.iter().find(|file| file.id == id)?;
                url(file).cloned()
            })
        })
    };
    let picture = move |(index, file): (usize, ChatFile)| {
        let source = address(&file, |file| {
            file.picture.as_ref().map(|picture| &picture.addresses.thumb)
        });
        let style = file
            .picture
            .filter(|_| is_alone)
            .map(|ChatPicture { width, height, .. }| {
                let (width, height) = picture_size(width, height);
                format!("width: {width}px; aspect-ratio: {width} / {height}")
            });
        let failures = StoredValue::new(0_u32);
        let on_error = move |_| {
            let count = failures.get_value() + 1;
            failures.set_value(count);
            if count <= MAX_RENEWALS {
                room.renew_file_urls(message);
            }
        };
        let open = move |_| {
            room.gallery
                .set(Some((files.with_untracked(|all| gallery_items(all)), index)));
        };
        view! {
            <button type="button" class="chat-picture" style=style on:click=open>
                <img
                    alt=file.name
                    loading="lazy"
                    draggable="false"
                    data-testid="chat-picture"
                    src=move || source.get()
                    on:load=move |_| failures.set_value(0)
                    on:error=on_error
                />
            </button>
        }
    };
    let other = move |file: ChatFile| {
        let href = address(&file, |file| Some(&file.address));
        view! {
            <a class="chat-file" data-testid="chat-file" href=move || href.get() download=file.name.clone()>
                {icon(FILE_ICON)}
                {file_name(&file.name)}
                <span class="muted">{format::file_size(file.bytes)}</span>
            </a>
        }
    };
    let class = if is_alone {
        "chat-pictures"
    } else {
        "chat-pictures many"
    };
    any_view! {
        {(!pictures.is_empty())
            .then(|| view! { <div class=class>{pictures.into_iter().enumerate().map(picture).collect_view()}</div> })}
        {others.into_iter().map(other).collect_view()}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_extensions_are_split_from_the_name() {
        assert_eq!(split_extension("счёт за май.xlsx"), ("счёт за май", ".xlsx"));
        assert_eq!(split_extension("archive.tar.gz"), ("archive.tar", ".gz"));
        assert_eq!(split_extension("v1. everything"), ("v1. everything", ""));
        assert_eq!(split_extension(".profile"), (".profile", ""));
        assert_eq!(split_extension(""), ("", ""));
    }

    #[test]
    fn picture_is_scaled_down_with_its_aspect_ratio() {
        assert_eq!(picture_size(4000, 3000), (220, 165));
        assert_eq!(picture_size(100, 60), (100, 60));
        assert_eq!(picture_size(20, 2000), (48, 220));
        assert_eq!(picture_size(0, 0), (48, 48));
    }
}
