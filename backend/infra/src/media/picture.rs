//! Re-encoding of pictures from their pixels. Nothing else of the uploaded file is stored, so it can't contain metadata or
//! hidden content.

use super::{
    MediaError,
    colour::ForeignColours,
    heic,
    pixels::{flatten, scale_down},
    png,
};
use crate::media::file_type::FileType;
use bytes::Bytes;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};
use jpeg_encoder::{ColorType, Encoder};
use shared_types::media::limits;
use std::{io::Cursor, num::NonZero, sync::LazyLock, thread::available_parallelism};
use tokio::sync::Semaphore;

/// Maximum number of bytes that a decoder may allocate.
const MAX_ALLOCATION: u64 = 256 << 20;
/// Maximum number of scans in a JPEG. Cameras write one, progressive encoders about a dozen.
const MAX_SCANS: usize = 100;
/// JPEG quality of the thumbnail and the view.
const PREVIEW_QUALITY: u8 = 82;
/// JPEG qualities of the full size, tried until the result is not larger than the upload. A small JPEG was encoded at a low quality,
/// so encoding it at a higher one only adds bytes. Below 90, the encoder also halves the resolution of the colours.
const JPEG_QUALITIES: &[u8] = &[90, 85, 75, 60];
/// The same for lossless uploads. Their size says nothing about their quality, which must not become poor.
const OTHER_QUALITIES: &[u8] = &[90, 85];

/// How many times the bytes of a HEIC its JPEG may have: the format needs about half of the bytes for the same quality.
const HEIC_GROWTH: usize = 2;

/// Limits the number of decoders that run at the same time to the number of cores.
static DECODER_PERMITS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, NonZero::get)));

/// A picture in three sizes, as JPEG.
pub(super) struct Picture {
    /// Width of the full size.
    pub(super) width: u32,
    /// Height of the full size.
    pub(super) height: u32,
    /// The dimensions of the uploaded picture.
    pub(super) full: Vec<u8>,
    /// At most 1600 pixels a side.
    pub(super) view: Vec<u8>,
    /// At most 320 pixels a side.
    pub(super) thumb: Vec<u8>,
}

/// Decodes a picture, applies its orientation and encodes it in three sizes, on a blocking thread.
pub(super) async fn reencode(bytes: Bytes, file: FileType) -> Result<Picture, MediaError> {
    let _permit = DECODER_PERMITS
        .acquire()
        .await
        .map_err(|error| MediaError::Internal(error.to_string()))?;
    let uploaded = bytes.len();
    let encode = match file {
        FileType::Picture(format) => tokio::task::spawn_blocking(move || reencode_blocking(bytes, format)),
        FileType::Heic => {
            let pixels = heic::decode(bytes).await?;
            tokio::task::spawn_blocking(move || encode_sizes(pixels, JPEG_QUALITIES, uploaded * HEIC_GROWTH))
        }
        FileType::Mp4 | FileType::Mov | FileType::Webm => return Err(MediaError::UnsupportedType),
    };
    encode.await.map_err(|error| MediaError::Internal(error.to_string()))?
}

impl Picture {
    /// Returns the storage that the three files take.
    pub(super) fn bytes(&self) -> u64 {
        [&self.full, &self.view, &self.thumb]
            .into_iter()
            .map(|file| file.len() as u64)
            .sum()
    }
}

pub(super) fn reencode_blocking(bytes: Bytes, format: ImageFormat) -> Result<Picture, MediaError> {
    let uploaded = bytes.len();
    if format == ImageFormat::Jpeg {
        if !is_complete_jpeg(&bytes) {
            return Err(MediaError::Damaged("the picture is incomplete"));
        }
        if count_scans(&bytes) > MAX_SCANS {
            return Err(MediaError::Damaged("the picture has too many scans"));
        }
    }
    let original = bytes.clone();
    let bytes = match format {
        ImageFormat::Png => png::without_compressed_metadata(bytes)?,
        _ => bytes,
    };
    // The decoder owns the file, so that it can free it after making a copy of its own.
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut decoder_limits = Limits::default();
    decoder_limits.max_image_width = Some(limits::PHOTO_SIDE);
    decoder_limits.max_image_height = Some(limits::PHOTO_SIDE);
    decoder_limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(decoder_limits);
    // This reads only the header: a decompression bomb is rejected before a pixel is decoded.
    let mut decoder = reader.into_decoder().map_err(decode_error)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > limits::PHOTO_PIXELS || decoder.total_bytes() > MAX_ALLOCATION {
        return Err(MediaError::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(decode_error)?;
    let colours = ForeignColours::of_file(&original, format, &mut decoder);
    drop(original);
    let mut image = DynamicImage::from_decoder(decoder).map_err(decode_error)?;
    image.apply_orientation(orientation);
    let mut pixels = flatten(image);
    if let Some(colours) = colours {
        colours.convert(&mut pixels)?;
    }
    let qualities = match format {
        ImageFormat::Jpeg => JPEG_QUALITIES,
        _ => OTHER_QUALITIES,
    };
    encode_sizes(pixels, qualities, uploaded)
}

/// Encodes a picture in three sizes, the full one within `maximum` bytes if one of the qualities allows it.
fn encode_sizes(pixels: RgbImage, qualities: &[u8], maximum: usize) -> Result<Picture, MediaError> {
    let (width, height) = pixels.dimensions();
    let full = encode_within(&pixels, qualities, maximum)?;
    // Each smaller size replaces the larger one in memory.
    let view_pixels = scale_down(pixels, limits::VIEW_SIDE)?;
    let view = encode(&view_pixels, PREVIEW_QUALITY)?;
    let thumb = encode(&scale_down(view_pixels, limits::THUMB_SIDE)?, PREVIEW_QUALITY)?;
    Ok(Picture {
        width,
        height,
        full,
        view,
        thumb,
    })
}

/// Counts the scans of a JPEG. Each scan can cost a pass over all pixels, even if it has only a few bytes.
fn count_scans(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|two| *two == [0xff, 0xda]).count()
}

/// Whether a JPEG has an end marker after its last scan. Decoders accept an incomplete file and fill the rest with grey.
fn is_complete_jpeg(bytes: &[u8]) -> bool {
    let last = |marker: u8| bytes.windows(2).rposition(|two| two == [0xff, marker]);
    matches!((last(0xda), last(0xd9)), (Some(scan), Some(end)) if end > scan)
}

fn decode_error(error: ImageError) -> MediaError {
    match error {
        ImageError::Limits(_) => MediaError::TooManyPixels,
        ImageError::Unsupported(_) => MediaError::UnsupportedType,
        _ => MediaError::Damaged("the picture can't be decoded"),
    }
}

fn encode(image: &RgbImage, quality: u8) -> Result<Vec<u8>, MediaError> {
    let side = |length: u32| u16::try_from(length).map_err(|_| MediaError::TooManyPixels);
    // The result seldom has more than half a byte per pixel. Growing the buffer would hold the old and the new one.
    let mut bytes = Vec::with_capacity(image.as_raw().len() / 6);
    Encoder::new(&mut bytes, quality)
        .encode(
            image.as_raw(),
            side(image.width())?,
            side(image.height())?,
            ColorType::Rgb,
        )
        .map_err(|error| MediaError::Internal(error.to_string()))?;
    Ok(bytes)
}

/// Encodes a picture at the first quality whose result has at most `maximum` bytes, or else at the last one.
fn encode_within(image: &RgbImage, qualities: &[u8], maximum: usize) -> Result<Vec<u8>, MediaError> {
    let mut encoded = Vec::new();
    for quality in qualities {
        // Freed before the next attempt, so that only one result is in memory.
        drop(std::mem::take(&mut encoded));
        encoded = encode(image, *quality)?;
        if encoded.len() <= maximum {
            break;
        }
    }
    Ok(encoded)
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

    /// Adds EXIF data with an orientation and a description to a JPEG.
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
    fn orientation_is_applied_and_exif_is_removed() {
        let sent = with_exif(&jpeg(800, 400));
        assert!(sent.windows(10).any(|window| window == b"GPS-SECRET"));
        let picture = reencode_blocking(sent.into(), ImageFormat::Jpeg).expect("valid picture");
        assert_eq!((picture.width, picture.height), (400, 800));
        for bytes in [&picture.full, &picture.view, &picture.thumb] {
            assert!(!bytes.windows(4).any(|window| window == b"Exif"));
            assert!(!bytes.windows(10).any(|window| window == b"GPS-SECRET"));
        }
        let thumb = image::load_from_memory(&picture.thumb).expect("decodes").into_rgb8();
        assert_eq!(thumb.dimensions(), (160, 320));
        // After a clockwise turn the left half is on top.
        assert!(thumb.get_pixel(80, 20).0[0] > 200 && thumb.get_pixel(80, 300).0[2] > 200);
    }

    #[test]
    fn decompression_bombs_are_rejected() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        png.extend_from_slice(&50_000_u32.to_be_bytes());
        png.extend_from_slice(&50_000_u32.to_be_bytes());
        png.extend_from_slice(&[8, 2, 0, 0, 0]);
        png.extend_from_slice(&crc(&png[12..29]).to_be_bytes());
        png.extend_from_slice(b"\0\0\0\x01IDAT\0\0\0\0\0");
        assert!(matches!(
            reencode_blocking(png.into(), ImageFormat::Png),
            Err(MediaError::TooManyPixels)
        ));
        let mut gif = b"GIF89a".to_vec();
        gif.extend_from_slice(&[0x50, 0xc3, 0x50, 0xc3, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
        gif.extend_from_slice(&[0x2c, 0, 0, 0, 0, 0x50, 0xc3, 0x50, 0xc3, 0, 2, 2, 0x4c, 1, 0, 0x3b]);
        assert!(reencode_blocking(gif.into(), ImageFormat::Gif).is_err());
    }

    /// A picture with detail, as a camera takes it.
    fn detailed(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let wave = |step: u32| u8::try_from((x * step + y * y / (step + 1)) % 256).expect("one byte");
            image::Rgb([wave(3), wave(5) / 2 + 60, wave(11)])
        })
    }

    #[test]
    fn jpeg_is_not_stored_larger_than_it_was_uploaded() {
        let picture = detailed(640, 480);
        for quality in [95, 85, 75, 60] {
            let sent = encode(&picture, quality).expect("encodes");
            let length = sent.len();
            let stored = reencode_blocking(sent.into(), ImageFormat::Jpeg).expect("valid picture");
            // Encoding the decoded pixels again at the same quality can differ by the rounding of a few coefficients.
            assert!(
                stored.full.len() <= length + length / 50,
                "{quality}: {} of {length}",
                stored.full.len()
            );
            assert_eq!((stored.width, stored.height), (640, 480));
            let bytes = stored.full.len() + stored.view.len() + stored.thumb.len();
            assert_eq!(stored.bytes(), bytes as u64);
        }
    }

    #[test]
    fn resizing_keeps_the_aspect_ratio() {
        for (width, height, fit) in [
            (6001, 37, (320, 2)),
            (1, 4000, (1, 320)),
            (1283, 961, (320, 240)),
            (200, 100, (200, 100)),
        ] {
            let small = scale_down(RgbImage::new(width, height), 320).expect("fits");
            assert_eq!(small.dimensions(), fit);
        }
    }

    #[test]
    fn incomplete_pictures_are_rejected() {
        let jpeg = jpeg(1200, 900);
        assert!(reencode_blocking(jpeg.clone().into(), ImageFormat::Jpeg).is_ok());
        assert!(matches!(
            reencode_blocking(jpeg[..jpeg.len() / 2].to_vec().into(), ImageFormat::Jpeg),
            Err(MediaError::Damaged(_))
        ));
        let mut png = Cursor::new(Vec::new());
        RgbImage::new(64, 64)
            .write_to(&mut png, ImageFormat::Png)
            .expect("encodes");
        let png = png.into_inner();
        assert!(reencode_blocking(png[..png.len() / 2].to_vec().into(), ImageFormat::Png).is_err());
    }

    #[test]
    fn transparent_pixels_become_white() {
        let mut png = Cursor::new(Vec::new());
        image::RgbaImage::from_pixel(10, 10, image::Rgba([0, 0, 0, 0]))
            .write_to(&mut png, ImageFormat::Png)
            .expect("encodes");
        let picture = reencode_blocking(png.into_inner().into(), ImageFormat::Png).expect("valid picture");
        let pixel = image::load_from_memory(&picture.full)
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
