//! Photos as cameras write them: EXIF with locations, maker notes and thumbnails, XMP, IPTC, second images, motion photos.

use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

/// The marker in all metadata of a photo.
pub const MARKER: &[u8] = b"SECRET";
/// GPS numbers that do not occur in image data by chance.
pub const LATITUDE: [u32; 3] = [0x5ec3_e755, 0x5ec3_e72d, 0x5ec3_e715];

/// Maker, model, and the start of the maker note.
const MAKERS: &[(&str, &str, &[u8])] = &[
    ("Apple", "iPhone 15 Pro SECRET", b"Apple iOS\0\0\x01MM\0\x02SECRET"),
    (
        "samsung",
        "SM-S928B SECRET",
        b"\x07\0\x01\0\x07\0\x04\0\0\x000100SECRET",
    ),
    ("Xiaomi", "23116RN5BC SECRET", b"{\"sensor\":\"SECRET\",\"ai\":1}"),
    ("HUAWEI", "ALN-AL00 SECRET", b"HUAWEI\0\0II*\0SECRET"),
    (
        "Canon",
        "Canon EOS R6 SECRET",
        b"\x1f\0\x01\0\x03\0SECRET serial 012345",
    ),
    (
        "NIKON CORPORATION",
        "NIKON Z 6 SECRET",
        b"Nikon\0\x02\x11\0\0MM\0*SECRET",
    ),
    ("SONY", "ILCE-7M4 SECRET", b"SONY DSC \0\0\0SECRET"),
];

/// The colours of the four corners in reading order, before rotation.
const CORNER_COLORS: [[u8; 3]; 4] = [[230, 20, 20], [20, 200, 20], [20, 20, 230], [240, 240, 240]];

/// The corner at each position after applying EXIF orientation 1 to 8.
const ORIENTED_CORNERS: [[usize; 4]; 8] = [
    [0, 1, 2, 3],
    [1, 0, 3, 2],
    [3, 2, 1, 0],
    [2, 3, 0, 1],
    [0, 2, 1, 3],
    [2, 0, 3, 1],
    [3, 1, 2, 0],
    [1, 3, 0, 2],
];

/// A photo with the orientation that must be applied to it.
pub struct Photo {
    pub description: String,
    pub bytes: Vec<u8>,
    /// EXIF orientation, 1 to 8.
    orientation: u16,
}

fn test_image(format: ImageFormat) -> Vec<u8> {
    let shade = |x: u32, y: u32| Rgb(CORNER_COLORS[usize::from(x >= 48) + 2 * usize::from(y >= 24)]);
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_fn(96, 48, shade)
        .write_to(&mut file, format)
        .expect("encodes");
    file.into_inner()
}

impl Photo {
    /// Checks that a served photo is upright.
    pub fn assert_upright(&self, served: &[u8]) {
        let seen = image::load_from_memory(served).expect("decodes").into_rgb8();
        let (width, height) = seen.dimensions();
        let expected = if self.orientation > 4 { (48, 96) } else { (96, 48) };
        assert_eq!((width, height), expected, "{}", self.description);
        let places = [(2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)];
        for (place, corner) in places
            .into_iter()
            .zip(ORIENTED_CORNERS[usize::from(self.orientation - 1)])
        {
            let (seen, color) = (seen.get_pixel(place.0, place.1).0, CORNER_COLORS[corner]);
            let near = seen.iter().zip(color).all(|(seen, color)| seen.abs_diff(color) < 40);
            assert!(
                near,
                "{}: pixel {place:?} is {seen:?}, expected {color:?}",
                self.description
            );
        }
    }
}

fn long(length: usize) -> u32 {
    u32::try_from(length).expect("small")
}

/// A TIFF writer for either byte order.
struct TiffWriter {
    big: bool,
    bytes: Vec<u8>,
}

enum Value<'a> {
    Text(&'a str),
    Raw(&'a [u8]),
    Short(u16),
    Long(u32),
    Ratios([u32; 3]),
}

impl TiffWriter {
    fn new(big: bool) -> Self {
        let head = if big { b"MM\0*\0\0\0\0" } else { b"II*\0\0\0\0\0" };
        Self {
            big,
            bytes: head.to_vec(),
        }
    }

    fn short(&self, number: u16) -> [u8; 2] {
        if self.big {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    }

    fn long(&self, number: u32) -> [u8; 4] {
        if self.big {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    }

    /// Adds bytes and returns their offset.
    fn add(&mut self, bytes: &[u8]) -> u32 {
        if self.bytes.len() % 2 == 1 {
            self.bytes.push(0);
        }
        let at = u32::try_from(self.bytes.len()).expect("small");
        self.bytes.extend_from_slice(bytes);
        at
    }

    /// Adds a directory and returns its offset.
    fn directory(&mut self, entries: &[(u16, Value<'_>)], next: u32) -> u32 {
        let mut rows = Vec::new();
        for (tag, value) in entries {
            let (kind, count, bytes): (u16, u32, Vec<u8>) = match value {
                Value::Text(text) => (2, long(text.len()) + 1, [text.as_bytes(), b"\0"].concat()),
                Value::Raw(raw) => (7, long(raw.len()), raw.to_vec()),
                Value::Short(number) => (3, 1, self.short(*number).to_vec()),
                Value::Long(number) => (4, 1, self.long(*number).to_vec()),
                Value::Ratios(numbers) => (
                    5,
                    3,
                    numbers
                        .iter()
                        .flat_map(|number| [self.long(*number), self.long(100)].concat())
                        .collect(),
                ),
            };
            let mut field = [0; 4];
            if bytes.len() <= 4 {
                field[..bytes.len()].copy_from_slice(&bytes);
            } else {
                let at = self.add(&bytes);
                field = self.long(at);
            }
            rows.push([&self.short(*tag)[..], &self.short(kind), &self.long(count), &field].concat());
        }
        let count = self.short(u16::try_from(rows.len()).expect("few"));
        let next = self.long(next);
        self.add(&[&count[..], &rows.concat(), &next].concat())
    }
}

/// EXIF data in the style of a maker.
fn exif(maker: usize, orientation: u16) -> Vec<u8> {
    use Value::{Long, Ratios, Raw, Short, Text};
    let (make, model, note) = MAKERS[maker];
    let mut tiff = TiffWriter::new(maker.is_multiple_of(2));
    let mut thumbnail = test_image(ImageFormat::Jpeg);
    thumbnail.splice(2..2, [&[0xff, 0xfe, 0, 18][..], b"SECRET thumbnail"].concat());
    let thumbnail_at = tiff.add(&thumbnail);
    let private = tiff.directory(
        &[
            (0x9003, Text("2026:11:20 10:11:12")),
            (0x927c, Raw(note)),
            (0x9286, Raw(b"UNICODE\0SECRET comment")),
            (0xa420, Text("SECRET unique id")),
            (0xa431, Text("SECRET serial number")),
            (0xa434, Text("SECRET lens")),
        ],
        0,
    );
    let place = tiff.directory(
        &[
            (0x0001, Text("N")),
            (0x0002, Ratios(LATITUDE)),
            (0x0003, Text("E")),
            (0x0004, Ratios(LATITUDE)),
            (0x001b, Raw(b"ASCII\0\0\0SECRET GPS")),
            (0x001d, Text("2026:11:20 SECRET")),
        ],
        0,
    );
    let small = tiff.directory(
        &[
            (0x0103, Short(6)),
            (0x0112, Short(8)),
            (0x0201, Long(thumbnail_at)),
            (0x0202, Long(u32::try_from(thumbnail.len()).expect("small"))),
        ],
        0,
    );
    let first = tiff.directory(
        &[
            (0x010e, Text("SECRET description")),
            (0x010f, Text(make)),
            (0x0110, Text(model)),
            (0x0112, Short(orientation)),
            (0x0131, Text("SECRET software")),
            (0x013b, Text("SECRET artist")),
            (0x8769, Long(private)),
            (0x8825, Long(place)),
        ],
        small,
    );
    let first = tiff.long(first);
    tiff.bytes[4..8].copy_from_slice(&first);
    tiff.bytes
}

fn segment(marker: u8, parts: &[&[u8]]) -> Vec<u8> {
    let body = parts.concat();
    let length = u16::try_from(body.len() + 2).expect("short").to_be_bytes();
    [&[0xff, marker][..], &length, &body].concat()
}

const XMP: &[u8] = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description exif:GPSLatitude='SECRET' tiff:Orientation='3' xmpMM:DocumentID='SECRET'/></x:xmpmeta>";

fn jpeg(maker: usize, orientation: u16) -> Vec<u8> {
    let plain = test_image(ImageFormat::Jpeg);
    let mut segments = vec![segment(0xe1, &[b"Exif\0\0", &exif(maker, orientation)])];
    segments.push(segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", XMP]));
    match maker % 4 {
        0 => segments.push(segment(0xe2, &[b"MPF\0II*\0\x08\0\0\0SECRET"])),
        1 => segments.push(segment(
            0xed,
            &[b"Photoshop 3.0\08BIM\x04\x04\0\0\0\0\0\x12\x1c\x02\x50\0\x0dSECRET byline"],
        )),
        2 => segments.push(segment(
            0xe1,
            &[
                b"http://ns.adobe.com/xmp/extension/\0",
                &[b'0'; 32],
                &[0, 0, 0, 6, 0, 0, 0, 0],
                MARKER,
            ],
        )),
        _ => segments.push(segment(0xfe, &[b"SECRET comment"])),
    }
    segments.push(segment(0xe2, &[b"ICC_PROFILE\0\x01\x01", b"SECRET profile"]));
    segments.push(segment(0xeb, &[b"SECRET application segment"]));
    // Phones append a second image or a short video to the photo.
    let behind = match maker % 3 {
        0 => [&plain[..], MARKER].concat(),
        1 => [&b"MotionPhoto_Data\0\0\0\x18ftypmp42"[..], MARKER].concat(),
        _ => Vec::new(),
    };
    [&plain[..2], &segments.concat(), &plain[2..], &behind].concat()
}

fn png(maker: usize, orientation: u16) -> Vec<u8> {
    let plain = test_image(ImageFormat::Png);
    let chunk = |kind: &[u8; 4], body: &[u8]| {
        let length = u32::try_from(body.len()).expect("short").to_be_bytes();
        let sum = crc32fast::hash(&[kind, body].concat()).to_be_bytes();
        [&length[..], kind, body, &sum].concat()
    };
    let metadata = [
        chunk(b"eXIf", &exif(maker, orientation)),
        chunk(b"tEXt", b"Comment\0SECRET"),
        chunk(b"iTXt", &[&b"XML:com.adobe.xmp\0\0\0\0\0"[..], XMP].concat()),
        chunk(b"tIME", &[7, 0xea, 11, 20, 10, 11, 12]),
        chunk(b"prVt", MARKER),
    ];
    // After the header: 8 bytes of signature and 25 bytes of the IHDR chunk.
    [&plain[..33], &metadata.concat(), &plain[33..], MARKER].concat()
}

fn webp(maker: usize, orientation: u16) -> Vec<u8> {
    let plain = test_image(ImageFormat::WebP);
    let chunk = |kind: &[u8; 4], body: &[u8]| {
        let length = u32::try_from(body.len()).expect("short").to_le_bytes();
        [&kind[..], &length, body, &[0][..body.len() % 2]].concat()
    };
    let mut canvas = vec![0x08 | 0x04, 0, 0, 0];
    canvas.extend_from_slice(&95_u32.to_le_bytes()[..3]);
    canvas.extend_from_slice(&47_u32.to_le_bytes()[..3]);
    let body = [
        &b"WEBP"[..],
        &chunk(b"VP8X", &canvas),
        &plain[12..],
        &chunk(b"EXIF", &exif(maker, orientation)),
        &chunk(b"XMP ", XMP),
    ]
    .concat();
    let length = u32::try_from(body.len()).expect("short").to_le_bytes();
    [&b"RIFF"[..], &length, &body].concat()
}

/// Photos of every maker, in every orientation and every format that supports it.
pub fn photos() -> Vec<Photo> {
    let mut photos = Vec::new();
    for orientation in 1..=8 {
        for (maker, (make, ..)) in MAKERS.iter().enumerate() {
            photos.push(Photo {
                description: format!("a JPEG by {make} lying as {orientation}"),
                bytes: jpeg(maker, orientation),
                orientation,
            });
        }
        for (kind, make) in [("PNG", png as fn(usize, u16) -> Vec<u8>), ("WebP", webp)] {
            let maker = usize::from(orientation) % MAKERS.len();
            photos.push(Photo {
                description: format!("a {kind} lying as {orientation}"),
                bytes: make(maker, orientation),
                orientation,
            });
        }
    }
    photos
}
