//! The content of a message that a person wrote to a bot.

use super::files::{FileSource, IncomingFile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingMessage {
    /// The id of the message in the messenger.
    pub id: String,
    /// The message that it answers.
    pub reply_to: Option<String>,
    pub text: String,
    pub files: Vec<IncomingFile>,
}

/// A number of a messenger as text.
pub(super) fn id_text(value: &Value) -> Option<String> {
    value.as_i64().map(|number| number.to_string())
}

fn text_of(value: &Value) -> String {
    // SQLite and PostgreSQL treat U+0000 differently, and no text of ours contains it.
    value.as_str().unwrap_or_default().replace('\0', "")
}

/// The addresses behind the words of a text. People send links to goods like that.
fn hidden_links<'a>(marks: &'a Value, kind: &'a str) -> impl Iterator<Item = String> + 'a {
    let marks = marks.as_array().into_iter().flatten();
    marks
        .filter(move |mark| mark["type"] == kind)
        .map(|mark| text_of(&mark["url"]))
}

/// A place on the map, as text.
fn place(latitude: &Value, longitude: &Value) -> Option<String> {
    Some(format!("📍 {}, {}", latitude.as_f64()?, longitude.as_f64()?))
}

/// Puts the texts of a message below each other.
fn joined(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

/// The files of a message of Telegram, with the extensions of their formats.
const TELEGRAM_FILES: [(&str, &str); 6] = [
    ("document", "bin"),
    ("voice", "ogg"),
    ("audio", "mp3"),
    ("video", "mp4"),
    ("video_note", "mp4"),
    ("sticker", "webp"),
];

fn telegram_file(value: &Value, default_name: String) -> Option<IncomingFile> {
    Some(IncomingFile {
        source: FileSource::Id(value["file_id"].as_str()?.to_owned()),
        name: value["file_name"].as_str().map_or(default_name, str::to_owned),
        bytes: value["file_size"].as_u64(),
    })
}

/// Reads a message of Telegram.
pub(super) fn of_telegram(message: &Value) -> Option<IncomingMessage> {
    let id = id_text(&message["message_id"])?;
    // The sizes of a photo rise.
    let photo = message["photo"].as_array().and_then(|sizes| sizes.last());
    let photo = photo.and_then(|photo| telegram_file(photo, format!("photo-{id}.jpg")));
    let others = TELEGRAM_FILES
        .iter()
        .filter_map(|(kind, extension)| telegram_file(&message[*kind], format!("{kind}-{id}.{extension}")));
    let location = &message["location"];
    let texts = [
        text_of(&message["text"]),
        text_of(&message["caption"]),
        place(&location["latitude"], &location["longitude"]).unwrap_or_default(),
    ];
    let marks = [&message["entities"], &message["caption_entities"]];
    let links = marks.into_iter().flat_map(|marks| hidden_links(marks, "text_link"));
    Some(IncomingMessage {
        reply_to: id_text(&message["reply_to_message"]["message_id"]),
        text: joined(texts.into_iter().chain(links)),
        files: photo.into_iter().chain(others).collect(),
        id,
    })
}

/// The files of a message of MAX, with the extensions of their formats.
const MAX_FILES: [(&str, &str); 5] = [
    ("image", "jpg"),
    ("video", "mp4"),
    ("audio", "ogg"),
    ("file", "bin"),
    ("sticker", "webp"),
];

/// Reads a message of MAX. A forwarded message has its content in the link, and a body with what the person has added.
pub(super) fn of_max(message: &Value) -> Option<IncomingMessage> {
    let (body, link) = (&message["body"], &message["link"]);
    let id = body["mid"].as_str()?.to_owned();
    let forwarded = Some(&link["message"]).filter(|_| link["type"] == "forward");
    let parts = || std::iter::once(body).chain(forwarded);
    let attachments = || {
        let attachments = parts().filter_map(|part| part["attachments"].as_array());
        attachments.flatten().enumerate()
    };
    let file = |(index, part): (usize, &Value)| {
        let (kind, extension) = MAX_FILES.iter().find(|(kind, _)| part["type"] == *kind)?;
        Some(IncomingFile {
            source: FileSource::Address(part["payload"]["url"].as_str()?.to_owned()),
            name: part["filename"]
                .as_str()
                .map_or_else(|| format!("{kind}-{}.{extension}", index + 1), str::to_owned),
            bytes: part["size"].as_u64(),
        })
    };
    let text_of_part = |(_, part): (usize, &Value)| match part["type"].as_str()? {
        "location" => place(&part["latitude"], &part["longitude"]),
        "share" => Some(text_of(&part["payload"]["url"])),
        _ => None,
    };
    let texts = parts().flat_map(|part| {
        let text = std::iter::once(text_of(&part["text"]));
        text.chain(hidden_links(&part["markup"], "link"))
    });
    Some(IncomingMessage {
        reply_to: (link["type"] == "reply")
            .then(|| link["message"]["mid"].as_str().map(str::to_owned))
            .flatten(),
        text: joined(texts.chain(attachments().filter_map(text_of_part))),
        files: attachments().filter_map(file).collect(),
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn files_of_both_messengers_have_names_and_places_become_texts() {
        let photo = json!({
            "message_id": 7, "caption": "Вот", "reply_to_message": {"message_id": 5},
            "photo": [{"file_id": "small", "file_size": 900}, {"file_id": "large", "file_size": 90_000}],
        });
        let message = of_telegram(&photo).expect("a message");
        assert_eq!((message.text.as_str(), message.reply_to.as_deref()), ("Вот", Some("5")));
        assert_eq!(
            message.files,
            [IncomingFile {
                source: FileSource::Id("large".to_owned()),
                name: "photo-7.jpg".to_owned(),
                bytes: Some(90_000),
            }]
        );
        let voice = of_telegram(&json!({"message_id": 8, "voice": {"file_id": "v"}})).expect("a message");
        assert_eq!(voice.files[0].name, "voice-8.ogg");
        let place = of_telegram(&json!({"message_id": 9, "location": {"latitude": 55.5, "longitude": 37.25}}));
        assert_eq!(place.expect("a message").text, "📍 55.5, 37.25");

        let message = of_max(&json!({
            "link": {"type": "reply", "message": {"mid": "mid.1"}},
            "body": {"mid": "mid.2", "text": null, "attachments": [
                {"type": "file", "filename": "счёт.pdf", "size": 12, "payload": {"url": "https://fd.oneme.ru/1"}},
                {"type": "audio", "payload": {"url": "https://fd.oneme.ru/2"}},
                {"type": "inline_keyboard", "payload": {"buttons": []}},
            ]},
        }));
        let message = message.expect("a message");
        assert_eq!(
            (message.text.as_str(), message.reply_to.as_deref()),
            ("", Some("mid.1"))
        );
        let names: Vec<&str> = message.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["счёт.pdf", "audio-2.ogg"]);
    }

    #[test]
    fn forwarded_messages_of_max_and_links_behind_words_keep_their_content() {
        let file = json!({"type": "file", "filename": "счёт.pdf", "payload": {"url": "https://fd.oneme.ru/1"}});
        let forwarded = of_max(&json!({
            "link": {"type": "forward", "message": {"mid": "mid.1", "text": "Счёт 12", "attachments": [file]}},
            "body": {"mid": "mid.3", "text": null, "attachments": null},
        }));
        let forwarded = forwarded.expect("a message");
        assert_eq!((forwarded.text.as_str(), forwarded.reply_to), ("Счёт 12", None));
        assert_eq!(forwarded.files[0].name, "счёт.pdf");
        let url = "https://detail.1688.com/offer/1.html";
        let linked = of_telegram(&json!({
            "message_id": 7, "text": "Вот такой",
            "entities": [{"type": "bold", "offset": 0, "length": 3}, {"type": "text_link", "offset": 4, "length": 5, "url": url}],
        }));
        assert_eq!(linked.expect("a message").text, format!("Вот такой\n{url}"));
        let linked = of_max(&json!({
            "body": {"mid": "mid.4", "text": "Вот такой", "markup": [{"type": "link", "from": 4, "length": 5, "url": url}]},
        }));
        assert_eq!(linked.expect("a message").text, format!("Вот такой\n{url}"));
    }
}
