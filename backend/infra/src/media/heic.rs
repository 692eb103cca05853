//! Decoding of HEIC in a process of its own.
//!
//! The size that a file declares does not bound the work of its decoder: a grid can name one tile many times. So the decoder runs in
//! a child process with limits of time and memory, and is killed when it exceeds them. See ADR 0361.

use super::{MediaError, pixels::flatten};
use bytes::Bytes;
use image::{DynamicImage, RgbImage, RgbaImage};
use shared_types::media::limits;
use std::{
    io::{self, Read, Write},
    path::PathBuf,
    process::Stdio,
    sync::OnceLock,
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::Command,
    time::timeout,
};

/// The command of `karavan` that decodes.
pub const COMMAND: &str = "media:decode-heic";
/// The time that a photo may take, including the start of the process.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// The address space of the process, in bytes. A photo of 48 megapixels takes 400 MB.
#[cfg(target_os = "linux")]
const MEMORY_LIMIT: u64 = 1 << 30;
/// The bytes before the pixels: width and height.
const HEAD: usize = 8;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program that decodes. Without this it is the running program.
pub fn set_program(path: PathBuf) {
    PROGRAM.get_or_init(|| path);
}

fn program() -> io::Result<PathBuf> {
    match PROGRAM.get() {
        Some(path) => Ok(path.clone()),
        // The running program, even if its file was replaced by a new release.
        None if cfg!(target_os = "linux") => Ok(PathBuf::from("/proc/self/exe")),
        None => std::env::current_exe(),
    }
}

/// Decodes a photo to sRGB, upright.
pub(super) async fn decode(bytes: Bytes) -> Result<RgbImage, MediaError> {
    decode_by(program().map_err(internal)?, TIME_LIMIT, bytes).await
}

fn internal(error: io::Error) -> MediaError {
    MediaError::Internal(format!("the decoder of HEIC: {error}"))
}

async fn decode_by(program: PathBuf, limit: Duration, bytes: Bytes) -> Result<RgbImage, MediaError> {
    let mut child = Command::new(program)
        .arg(COMMAND)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(internal)?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(MediaError::Internal("the decoder of HEIC has no pipes".to_owned()));
    };
    let run = async {
        // A decoder that fails closes its input early.
        let _ = input.write_all(&bytes).await;
        drop(input);
        let mut decoded = Vec::new();
        let most = limits::PHOTO_PIXELS * 3 + HEAD as u64;
        output.take(most).read_to_end(&mut decoded).await?;
        let status = child.wait().await?;
        io::Result::Ok(status.success().then_some(decoded))
    };
    let decoded = timeout(limit, run).await.map_err(|_| MediaError::Heic)?;
    let decoded = decoded.map_err(internal)?.ok_or(MediaError::Heic)?;
    parse(decoded).ok_or(MediaError::Heic)
}

fn parse(mut decoded: Vec<u8>) -> Option<RgbImage> {
    let head: Vec<u8> = decoded.drain(..HEAD.min(decoded.len())).collect();
    let side = |at: usize| Some(u32::from_be_bytes(head.get(at..at + 4)?.try_into().ok()?));
    RgbImage::from_raw(side(0)?, side(4)?, decoded)
}

/// Reads a photo from standard input and writes its pixels to standard output. Runs in the child process.
///
/// # Errors
///
/// Fails if the photo can't be decoded within the limits.
pub fn run() -> Result<(), Box<dyn std::error::Error>> {
    limit_process()?;
    let mut bytes = Vec::new();
    io::stdin().take(limits::PHOTO_BYTES).read_to_end(&mut bytes)?;
    let options = heifer::Options {
        max_threads: 1,
        max_pixels: limits::PHOTO_PIXELS,
    };
    let decoded = heifer::decode_srgb_rgba8(&bytes, &options)?;
    drop(bytes);
    let (width, height) = (decoded.width, decoded.height);
    let image = RgbaImage::from_raw(width, height, decoded.data).ok_or("the decoder returned too few pixels")?;
    let pixels = if decoded.has_alpha {
        flatten(DynamicImage::ImageRgba8(image))
    } else {
        DynamicImage::ImageRgba8(image).into_rgb8()
    };
    let mut output = io::stdout().lock();
    output.write_all(&width.to_be_bytes())?;
    output.write_all(&height.to_be_bytes())?;
    output.write_all(pixels.as_raw())?;
    output.flush()?;
    Ok(())
}

/// Limits the memory and the processor time of this process, also for the case that its parent is killed.
#[cfg(target_os = "linux")]
fn limit_process() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    for (resource, limit) in [
        (Resource::As, MEMORY_LIMIT),
        (Resource::Cpu, TIME_LIMIT.as_secs()),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(limit),
            maximum: Some(limit),
        };
        setrlimit(resource, limit)?;
    }
    Ok(())
}

/// Other systems are for development.
#[cfg(not(target_os = "linux"))]
fn limit_process() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A program of the shell that stands for the decoder, in a folder of its own.
    fn program(name: &str, script: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("karavan-heic-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("decoder");
        std::fs::write(&path, format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")).expect("a script");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
        path
    }

    async fn decode(program: PathBuf, limit: Duration) -> Result<RgbImage, MediaError> {
        let decoded = decode_by(program.clone(), limit, Bytes::from_static(b"photo")).await;
        std::fs::remove_dir_all(program.parent().expect("a folder")).expect("removes");
        decoded
    }

    #[tokio::test]
    async fn decoder_that_takes_too_long_is_killed() {
        let mark = std::env::temp_dir().join(format!("karavan-heic-{}-mark", std::process::id()));
        let slow = program("slow", &format!("sleep 1; touch {}", mark.display()));
        let decoded = decode(slow, Duration::from_millis(200)).await;
        assert_eq!(decoded, Err(MediaError::Heic));
        let later = Command::new("sleep").arg("1.2").status().await;
        assert!(later.is_ok_and(|status| status.success()));
        assert!(!mark.exists(), "the decoder has gone on");
    }

    #[tokio::test]
    async fn answers_that_are_no_pictures_are_errors() {
        for (name, script) in [
            ("fails", "printf '\\0\\0\\0\\001\\0\\0\\0\\001abc'; exit 1"),
            ("short", "printf '\\0\\0\\0\\002\\0\\0\\0\\002abc'"),
            ("empty", "exit 0"),
        ] {
            let decoded = decode(program(name, script), TIME_LIMIT).await;
            assert_eq!(decoded, Err(MediaError::Heic), "{name}");
        }
        let pixel = program("pixel", "cat > /dev/null; printf '\\0\\0\\0\\001\\0\\0\\0\\001abc'");
        let decoded = decode(pixel, TIME_LIMIT).await.expect("a picture");
        assert_eq!(decoded.get_pixel(0, 0).0, *b"abc");
    }
}
