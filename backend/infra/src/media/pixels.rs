//! Conversion and scaling of decoded pictures.

use super::MediaError;
use fast_image_resize::{Resizer, images, pixels::U8x3};
use image::{DynamicImage, RgbImage};

/// Converts a picture to RGB; transparent pixels are blended with white.
pub(super) fn flatten(image: DynamicImage) -> RgbImage {
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

/// Scales a picture down so that its longer side has at most `side` pixels.
pub(super) fn scale_down(mut image: RgbImage, side: u32) -> Result<RgbImage, MediaError> {
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
        image = halve(image)?;
    }
    let (width, height) = (scaled(width), scaled(height));
    let mut target = RgbImage::new(width, height);
    let failed = |error: &dyn std::fmt::Display| MediaError::Internal(error.to_string());
    let source = images::TypedImageRef::<U8x3>::from_buffer(image.width(), image.height(), image.as_raw())
        .map_err(|error| failed(&error))?;
    let mut pixels =
        images::TypedImage::<U8x3>::from_buffer(width, height, target.as_mut()).map_err(|error| failed(&error))?;
    // `resize` contains the code for each type of pixels: three megabytes.
    Resizer::new()
        .resize_typed(&source, &mut pixels, None)
        .map_err(|error| failed(&error))?;
    Ok(target)
}

/// Halves the width and the height of a picture in place: each pixel is the mean of four. The last row or column of an odd
/// number is dropped.
fn halve(image: RgbImage) -> Result<RgbImage, MediaError> {
    const CHANNELS: usize = 3;
    let pixels = |length: u32| usize::try_from(length).map_err(|_| MediaError::TooManyPixels);
    let row = pixels(image.width())? * CHANNELS;
    let (width, height) = (image.width() / 2, image.height() / 2);
    let half_row = pixels(width)? * CHANNELS;
    let mut raw = image.into_raw();
    for y in 0..pixels(height)? {
        // The written pixels are always before the ones that are still to be read.
        let (upper, target) = (2 * y * row, y * half_row);
        for index in 0..half_row {
            let left = upper + index + index / CHANNELS * CHANNELS;
            let sources = [left, left + CHANNELS, left + row, left + row + CHANNELS];
            let sum: u16 = sources.into_iter().map(|source| u16::from(raw[source])).sum();
            raw[target + index] = u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX);
        }
    }
    raw.truncate(half_row * pixels(height)?);
    raw.shrink_to_fit();
    RgbImage::from_raw(width, height, raw)
        .ok_or_else(|| MediaError::Internal("the pixel buffer is too short".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_takes_the_mean_of_four_pixels() {
        let picture = RgbImage::from_fn(5, 4, |x, y| {
            image::Rgb([u8::try_from(10 * x + 40 * y).expect("small"), 0, 9])
        });
        let half = halve(picture).expect("halves");
        assert_eq!(half.dimensions(), (2, 2));
        let reds: Vec<u8> = half.pixels().map(|pixel| pixel.0[0]).collect();
        assert_eq!(reds, [25, 45, 105, 125]);
        assert!(half.pixels().all(|pixel| pixel.0[1..] == [0, 9]));
    }
}
