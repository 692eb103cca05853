//! Colours of uploaded pictures. Phones write Display P3 and cameras Adobe RGB: the numbers of a pixel mean other colours there than in
//! sRGB, which everything that is stored here has.

use super::{MediaError, png};
use exif::{In, Tag, Value};
use image::{ImageDecoder, ImageFormat, RgbImage};
use moxcms::{CicpProfile, ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};
use std::sync::Arc;

/// Profiles of cameras have some kilobytes; one with tables for every colour has less than this.
const MAX_PROFILE: usize = 2 << 20;
const CHANNELS: usize = 3;

/// The colour space of a picture that is not sRGB.
pub(super) struct ForeignColours(Arc<Transform8BitExecutor>);

impl ForeignColours {
    /// The colours that the file names: its coding-independent code points, its ICC profile, or the mark of a camera for Adobe RGB, in
    /// this order. `None` for sRGB, for a file that names nothing, and for a profile that can't be used, which viewers ignore too.
    pub(super) fn of_file(file: &[u8], format: ImageFormat, decoder: &mut impl ImageDecoder) -> Option<Self> {
        let profile = if format == ImageFormat::Png {
            png::code_points(file)
                .and_then(profile_of_code_points)
                .or_else(|| ColorProfile::new_from_slice(&png::profile(file, MAX_PROFILE)?).ok())
        } else {
            let embedded = decoder.icc_profile().ok().flatten();
            embedded
                .filter(|profile| profile.len() <= MAX_PROFILE)
                .and_then(|profile| ColorProfile::new_from_slice(&profile).ok())
        };
        let profile = profile.or_else(|| {
            let exif = decoder.exif_metadata().ok().flatten()?;
            is_marked_adobe_rgb(exif).then(ColorProfile::new_adobe_rgb)
        })?;
        Self::of_profile(&profile)
    }

    fn of_profile(profile: &ColorProfile) -> Option<Self> {
        // The decoder has turned greys and inks into RGB.
        if profile.color_space != DataColorSpace::Rgb {
            return None;
        }
        let target = ColorProfile::new_srgb();
        let options = TransformOptions::default();
        let transform = profile
            .create_transform_8bit(Layout::Rgb, &target, Layout::Rgb, options)
            .ok()?;
        let colours = Self(transform);
        (!colours.is_srgb()).then_some(colours)
    }

    /// Whether the conversion changes no colour: most profiles are one of many sRGB ones.
    fn is_srgb(&self) -> bool {
        const STEPS: [u8; 5] = [0, 64, 128, 192, 255];
        let all = STEPS
            .into_iter()
            .flat_map(|red| STEPS.into_iter().map(move |green| (red, green)))
            .flat_map(|(red, green)| STEPS.into_iter().flat_map(move |blue| [red, green, blue]));
        let source: Vec<u8> = all.collect();
        let mut converted = vec![0; source.len()];
        self.0.transform(&source, &mut converted).is_ok()
            && source.iter().zip(&converted).all(|(old, new)| old.abs_diff(*new) <= 1)
    }

    /// Converts a picture to sRGB in place. Colours that sRGB does not have become the nearest of its own.
    pub(super) fn convert(&self, picture: &mut RgbImage) -> Result<(), MediaError> {
        let width = usize::try_from(picture.width()).map_err(|_| MediaError::TooManyPixels)? * CHANNELS;
        let mut converted = vec![0; width];
        for row in picture.chunks_exact_mut(width.max(1)) {
            let done = self.0.transform(row, &mut converted);
            done.map_err(|error| MediaError::Internal(error.to_string()))?;
            row.copy_from_slice(&converted);
        }
        Ok(())
    }
}

fn profile_of_code_points([primaries, transfer, ..]: [u8; 4]) -> Option<ColorProfile> {
    let code_points = CicpProfile {
        color_primaries: primaries.try_into().ok()?,
        transfer_characteristics: transfer.try_into().ok()?,
        matrix_coefficients: moxcms::MatrixCoefficients::Identity,
        full_range: true,
    };
    Some(ColorProfile::new_from_cicp(code_points))
}

/// Whether a camera has written `R03`, which means Adobe RGB (DCF 2.0): cameras embed no profile then.
fn is_marked_adobe_rgb(exif: Vec<u8>) -> bool {
    let Ok(exif) = exif::Reader::new().read_raw(exif) else {
        return false;
    };
    let index = exif.get_field(Tag::InteroperabilityIndex, In::PRIMARY);
    matches!(index.map(|field| &field.value), Some(Value::Ascii(texts)) if texts.iter().any(|text| text.starts_with(b"R03")))
}

#[cfg(test)]
mod tests {
    use super::super::picture::reencode_blocking;
    use super::*;
    use image::{ImageEncoder, codecs::png::PngEncoder};
    use jpeg_encoder::{ColorType, Encoder};

    const RED: [u8; 3] = [200, 40, 40];
    /// The same numbers in Display P3 and in Adobe RGB, as `LittleCMS` 2.19 converts them to sRGB.
    const RED_OF_P3: [u8; 3] = [218, 0, 26];
    const RED_OF_ADOBE: [u8; 3] = [233, 35, 35];
    const SIDE: u16 = 32;

    fn pixels() -> Vec<u8> {
        RED.repeat(usize::from(SIDE) * usize::from(SIDE))
    }

    fn jpeg(profile: Option<&ColorProfile>, exif: Option<&[u8]>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 98);
        if let Some(profile) = profile {
            encoder
                .add_icc_profile(&profile.encode().expect("a profile"))
                .expect("fits");
        }
        if let Some(exif) = exif {
            encoder
                .add_app_segment(1, [&b"Exif\0\0"[..], exif].concat())
                .expect("fits");
        }
        encoder.encode(&pixels(), SIDE, SIDE, ColorType::Rgb).expect("encodes");
        bytes
    }

    fn png(profile: Option<&ColorProfile>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = PngEncoder::new(&mut bytes);
        if let Some(profile) = profile {
            encoder
                .set_icc_profile(profile.encode().expect("a profile"))
                .expect("supported");
        }
        let side = u32::from(SIDE);
        encoder
            .write_image(&pixels(), side, side, image::ExtendedColorType::Rgb8)
            .expect("encodes");
        bytes
    }

    #[track_caller]
    fn assert_stored(file: Vec<u8>, format: ImageFormat, expected: [u8; 3]) {
        let picture = reencode_blocking(file.into(), format).expect("valid picture");
        let stored = image::load_from_memory(&picture.full).expect("decodes").into_rgb8();
        let stored = stored.get_pixel(u32::from(SIDE) / 2, u32::from(SIDE) / 2).0;
        let differs = stored
            .iter()
            .zip(expected)
            .any(|(stored, wanted)| stored.abs_diff(wanted) > 3);
        assert!(!differs, "{stored:?}, not {expected:?}");
    }

    #[test]
    fn display_p3_becomes_srgb() {
        let profile = ColorProfile::new_display_p3();
        assert_stored(jpeg(Some(&profile), None), ImageFormat::Jpeg, RED_OF_P3);
        assert_stored(png(Some(&profile)), ImageFormat::Png, RED_OF_P3);
    }

    #[test]
    fn code_points_of_a_png_come_before_its_profile() {
        let plain = png(Some(&ColorProfile::new_adobe_rgb()));
        // After the header chunk: Display P3 with the transfer function of sRGB, full range.
        let data = *b"cICP\x0c\x0d\0\x01";
        let sum = crc32fast::hash(&data).to_be_bytes();
        let file = [&plain[..33], &[0, 0, 0, 4], &data, &sum, &plain[33..]].concat();
        assert_stored(file, ImageFormat::Png, RED_OF_P3);
    }

    #[test]
    fn adobe_rgb_is_known_by_its_profile_or_the_mark_of_the_camera() {
        let profile = ColorProfile::new_adobe_rgb();
        assert_stored(jpeg(Some(&profile), None), ImageFormat::Jpeg, RED_OF_ADOBE);
        // IFD0 with a pointer to the Exif IFD, which points to the interoperability IFD.
        let mut exif = b"II*\0\x08\0\0\0".to_vec();
        exif.extend_from_slice(b"\x01\0\x69\x87\x04\0\x01\0\0\0\x1a\0\0\0\0\0\0\0");
        exif.extend_from_slice(b"\x01\0\x05\xa0\x04\0\x01\0\0\0\x2c\0\0\0\0\0\0\0");
        exif.extend_from_slice(b"\x01\0\x01\0\x02\0\x04\0\0\0R03\0\0\0\0\0");
        assert_stored(jpeg(None, Some(&exif)), ImageFormat::Jpeg, RED_OF_ADOBE);
    }

    #[test]
    fn srgb_and_unusable_profiles_change_nothing() {
        assert!(ForeignColours::of_profile(&ColorProfile::new_srgb()).is_none());
        assert!(ForeignColours::of_profile(&ColorProfile::new_gray_with_gamma(2.2)).is_none());
        assert_stored(jpeg(Some(&ColorProfile::new_srgb()), None), ImageFormat::Jpeg, RED);
        assert_stored(jpeg(None, Some(b"not a directory")), ImageFormat::Jpeg, RED);
        assert_stored(png(None), ImageFormat::Png, RED);
    }

    #[test]
    fn large_profile_is_not_unpacked() {
        let file = png(Some(&ColorProfile::new_display_p3()));
        assert!(png::profile(&file, MAX_PROFILE).is_some());
        assert!(png::profile(&file, 100).is_none());
    }
}
