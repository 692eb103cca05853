//! Pictures, made anew from their pixels: nothing of the sent file is kept, so nothing can hide in it.

use super::{MediaError, kinds::FileType};
use bytes::Bytes;
use fast_image_resize::{PixelType, Resizer, images};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};
use jpeg_encoder::{ColorType, Encoder};
use shared_types::media::limits;
use std::{io::Cursor, num::NonZero, sync::LazyLock, thread::available_parallelism};
use tokio::sync::Semaphore;

/// What a decoder may allocate besides the picture itself.
const ALLOCATION: u64 = 256 << 20;
/// Scans of one JPEG; cameras write one and the web's tools about a dozen.
const PASSES: usize = 100;
/// The quality of what is looked at.
const QUALITY: u8 = 82;
/// The quality of the original made anew.
const FULL_QUALITY: u8 = 90;

/// Decoders at work at once: one per core, whatever is sent.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, NonZero::get)));

/// A picture in three sizes, as JPEG.
pub(super) struct Picture {
    /// Width of the full size.
    pub(super) width: u32,
    /// Height of the full size.
    pub(super) height: u32,
    /// As large as it was sent.
    pub(super) full: Vec<u8>,
    /// At most 1600 pixels a side.
    pub(super) view: Vec<u8>,
    /// At most 320 pixels a side.
    pub(super) thumb: Vec<u8>,
}

/// Decodes, turns upright and encodes in three sizes, off the async threads.
pub(super) async fn remake(bytes: Bytes, file: FileType) -> Result<Picture, MediaError> {
    let FileType::Picture(format) = file else {
        return Err(MediaError::Type);
    };
    let _place = PLACES
        .acquire()
        .await
        .map_err(|error| MediaError::Failed(error.to_string()))?;
    tokio::task::spawn_blocking(move || work(bytes, format))
        .await
        .map_err(|error| MediaError::Failed(error.to_string()))?
}

fn work(bytes: Bytes, format: ImageFormat) -> Result<Picture, MediaError> {
    if format == ImageFormat::Jpeg {
        if !is_whole_jpeg(&bytes) {
            return Err(MediaError::Damaged("the picture is cut off"));
        }
        if passes(&bytes) > PASSES {
            return Err(MediaError::Damaged("the picture is made of too many passes"));
        }
    }
    // The decoder gets the file itself, to give it up as soon as it has made its own copy.
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut bounds = Limits::default();
    bounds.max_image_width = Some(limits::SIDE);
    bounds.max_image_height = Some(limits::SIDE);
    bounds.max_alloc = Some(ALLOCATION);
    reader.limits(bounds);
    // This reads the header alone: a bomb is refused before a pixel is decoded.
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > limits::PIXELS || decoder.total_bytes() > ALLOCATION {
        return Err(MediaError::Pixels);
    }
    let orientation = decoder.orientation().map_err(refusal)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    image.apply_orientation(orientation);
    let pixels = flatten(image);
    let (width, height) = pixels.dimensions();
    let full = encode(&pixels, FULL_QUALITY)?;
    // The pixels make room for their smaller copy: nothing is needed beside them.
    let seen = fitted(pixels, limits::VIEW)?;
    let view = encode(&seen, QUALITY)?;
    let thumb = encode(&fitted(seen, limits::THUMB)?, QUALITY)?;
    Ok(Picture {
        width,
        height,
        full,
        view,
        thumb,
    })
}

/// Each scan of a JPEG may cost a walk over the whole picture, whatever few bytes it has.
fn passes(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|two| *two == [0xff, 0xda]).count()
}

/// The end of the last scan must be there: decoders would paint what is missing grey.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let last = |marker: u8| bytes.windows(2).rposition(|two| two == [0xff, marker]);
    matches!((last(0xda), last(0xd9)), (Some(scan), Some(end)) if end > scan)
}

fn refusal(error: ImageError) -> MediaError {
    match error {
        ImageError::Limits(_) => MediaError::Pixels,
        ImageError::Unsupported(_) => MediaError::Type,
        _ => MediaError::Damaged("the picture can't be decoded"),
    }
}

/// Three bytes a pixel; what is transparent stands on white.
fn flatten(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let with_alpha = image.into_rgba8();
    RgbImage::from_fn(with_alpha.width(), with_alpha.height(), |x, y| {
        let [red, green, blue, alpha] = with_alpha.get_pixel(x, y).0;
        let over_white = |channel: u8| {
            let mixed = (u16::from(channel) * u16::from(alpha) + 255 * u16::from(255 - alpha)) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        image::Rgb([over_white(red), over_white(green), over_white(blue)])
    })
}

/// The picture with its longer side no longer than this.
fn fitted(mut image: RgbImage, side: u32) -> Result<RgbImage, MediaError> {
    let (width, height) = image.dimensions();
    let longer = width.max(height);
    if longer <= side {
        return Ok(image);
    }
    let scaled = |length: u32| {
        let rounded = (u64::from(length) * u64::from(side) + u64::from(longer) / 2) / u64::from(longer);
        u32::try_from(rounded).unwrap_or(side).max(1)
    };
    while image.width().max(image.height()) / 2 >= side && image.width().min(image.height()) > 1 {
        image = halved(image)?;
    }
    let failed = |error: &dyn std::fmt::Display| MediaError::Failed(error.to_string());
    let source = images::ImageRef::new(image.width(), image.height(), image.as_raw(), PixelType::U8x3)
        .map_err(|error| failed(&error))?;
    let mut target = images::Image::new(scaled(width), scaled(height), PixelType::U8x3);
    Resizer::new()
        .resize(&source, &mut target, None)
        .map_err(|error| failed(&error))?;
    of_pixels(target.width(), target.height(), target.into_vec())
}

/// Half as wide and half as high, in the place of the larger one: each pixel is the mean of four. An odd last row or column is
/// left out.
fn halved(image: RgbImage) -> Result<RgbImage, MediaError> {
    const CHANNELS: usize = 3;
    let pixels = |length: u32| usize::try_from(length).map_err(|_| MediaError::Pixels);
    let row = pixels(image.width())? * CHANNELS;
    let (width, height) = (image.width() / 2, image.height() / 2);
    let half_row = pixels(width)? * CHANNELS;
    let mut raw = image.into_raw();
    for y in 0..pixels(height)? {
        // What is written ends before what is still to be read begins.
        let (upper, target) = (2 * y * row, y * half_row);
        for at in 0..half_row {
            let left = upper + at + at / CHANNELS * CHANNELS;
            let four = [left, left + CHANNELS, left + row, left + row + CHANNELS];
            let sum: u16 = four.into_iter().map(|place| u16::from(raw[place])).sum();
            raw[target + at] = u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX);
        }
    }
    raw.truncate(half_row * pixels(height)?);
    raw.shrink_to_fit();
    of_pixels(width, height, raw)
}

fn of_pixels(width: u32, height: u32, raw: Vec<u8>) -> Result<RgbImage, MediaError> {
    RgbImage::from_raw(width, height, raw).ok_or_else(|| MediaError::Failed("the pixels are too few".to_owned()))
}

fn encode(image: &RgbImage, quality: u8) -> Result<Vec<u8>, MediaError> {
    let side = |length: u32| u16::try_from(length).map_err(|_| MediaError::Pixels);
    // Seldom more than half a byte a pixel; growing would keep the old one beside the new one.
    let mut bytes = Vec::with_capacity(image.as_raw().len() / 6);
    Encoder::new(&mut bytes, quality)
        .encode(
            image.as_raw(),
            side(image.width())?,
            side(image.height())?,
            ColorType::Rgb,
        )
        .map_err(|error| MediaError::Failed(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let picture = RgbImage::from_fn(width, height, |x, _| {
            if x < width / 2 {
                image::Rgb([250, 10, 10])
            } else {
                image::Rgb([10, 10, 250])
            }
        });
        encode(&picture, 95).expect("encodes")
    }

    /// A JPEG that says it lies on its side, and where it was taken.
    fn with_exif(jpeg: &[u8]) -> Vec<u8> {
        let mut tiff = b"MM\0\x2a\0\0\0\x08\0\x02".to_vec();
        tiff.extend_from_slice(&[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
        tiff.extend_from_slice(&[0x01, 0x0e, 0, 2, 0, 0, 0, 12, 0, 0, 0, 38]);
        tiff.extend_from_slice(&[0, 0, 0, 0]);
        tiff.extend_from_slice(b"GPS-SECRET-1");
        let mut exif = b"Exif\0\0".to_vec();
        exif.extend_from_slice(&tiff);
        let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
        [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
    }

    #[test]
    fn a_photo_is_turned_upright_and_tells_nothing_more() {
        let sent = with_exif(&jpeg(800, 400));
        assert!(sent.windows(10).any(|ten| ten == b"GPS-SECRET"));
        let made = work(sent.into(), ImageFormat::Jpeg).expect("a picture");
        assert_eq!((made.width, made.height), (400, 800));
        for bytes in [&made.full, &made.view, &made.thumb] {
            assert!(!bytes.windows(4).any(|four| four == b"Exif"));
            assert!(!bytes.windows(10).any(|ten| ten == b"GPS-SECRET"));
        }
        let thumb = image::load_from_memory(&made.thumb).expect("decodes").into_rgb8();
        assert_eq!(thumb.dimensions(), (160, 320));
        // Turned clockwise, the left half is the upper one.
        assert!(thumb.get_pixel(80, 20).0[0] > 200 && thumb.get_pixel(80, 300).0[2] > 200);
    }

    #[test]
    fn bombs_are_refused_by_their_header() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        png.extend_from_slice(&50_000_u32.to_be_bytes());
        png.extend_from_slice(&50_000_u32.to_be_bytes());
        png.extend_from_slice(&[8, 2, 0, 0, 0]);
        png.extend_from_slice(&crc(&png[12..29]).to_be_bytes());
        png.extend_from_slice(b"\0\0\0\x01IDAT\0\0\0\0\0");
        assert!(matches!(work(png.into(), ImageFormat::Png), Err(MediaError::Pixels)));
        let mut gif = b"GIF89a".to_vec();
        gif.extend_from_slice(&[0x50, 0xc3, 0x50, 0xc3, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
        gif.extend_from_slice(&[0x2c, 0, 0, 0, 0, 0x50, 0xc3, 0x50, 0xc3, 0, 2, 2, 0x4c, 1, 0, 0x3b]);
        assert!(work(gif.into(), ImageFormat::Gif).is_err());
    }

    #[test]
    fn a_half_is_the_mean_of_each_four() {
        let picture = RgbImage::from_fn(5, 4, |x, y| {
            image::Rgb([u8::try_from(10 * x + 40 * y).expect("small"), 0, 9])
        });
        let half = halved(picture).expect("a half");
        assert_eq!(half.dimensions(), (2, 2));
        let reds: Vec<u8> = half.pixels().map(|pixel| pixel.0[0]).collect();
        assert_eq!(reds, [25, 45, 105, 125]);
        assert!(half.pixels().all(|pixel| pixel.0[1..] == [0, 9]));
    }

    #[test]
    fn long_strips_and_odd_sides_keep_their_shape() {
        for (width, height, fit) in [
            (6001, 37, (320, 2)),
            (1, 4000, (1, 320)),
            (1283, 961, (320, 240)),
            (200, 100, (200, 100)),
        ] {
            let small = fitted(RgbImage::new(width, height), 320).expect("fits");
            assert_eq!(small.dimensions(), fit);
        }
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let whole = jpeg(1200, 900);
        assert!(work(whole.clone().into(), ImageFormat::Jpeg).is_ok());
        assert!(matches!(
            work(whole[..whole.len() / 2].to_vec().into(), ImageFormat::Jpeg),
            Err(MediaError::Damaged(_))
        ));
        let mut png = Cursor::new(Vec::new());
        RgbImage::new(64, 64)
            .write_to(&mut png, ImageFormat::Png)
            .expect("encodes");
        let png = png.into_inner();
        assert!(work(png[..png.len() / 2].to_vec().into(), ImageFormat::Png).is_err());
    }

    #[test]
    fn what_is_transparent_stands_on_white() {
        let mut png = Cursor::new(Vec::new());
        image::RgbaImage::from_pixel(10, 10, image::Rgba([0, 0, 0, 0]))
            .write_to(&mut png, ImageFormat::Png)
            .expect("encodes");
        let made = work(png.into_inner().into(), ImageFormat::Png).expect("a picture");
        let pixel = image::load_from_memory(&made.full)
            .expect("decodes")
            .into_rgb8()
            .get_pixel(5, 5)
            .0;
        assert!(pixel.iter().all(|channel| *channel > 250), "{pixel:?}");
    }

    fn crc(bytes: &[u8]) -> u32 {
        let mut crc = u32::MAX;
        for byte in bytes {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 {
                    (crc >> 1) ^ 0xedb8_8320
                } else {
                    crc >> 1
                };
            }
        }
        !crc
    }
}
