//! Sounds for the outcome of a scan, so that the worker need not look at the screen.

use leptos::{prelude::window, web_sys};
use std::cell::RefCell;

thread_local! {
    static CONTEXT: RefCell<Option<web_sys::AudioContext>> = const { RefCell::new(None) };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    /// Short and high: the scan succeeded.
    Success,
    /// Two short tones: the item was scanned before.
    Repeat,
    /// Long and low: the scan failed.
    Failure,
    /// Low, then high: the code is unknown.
    UnknownCode,
    /// Three rising tones: there is a note to read.
    Note,
    /// A tick: the scan is stored until the server can be reached.
    Queued,
}

impl Sound {
    /// The tones as frequency in hertz, start and duration in milliseconds.
    const fn tones(self) -> &'static [(u16, u16, u16)] {
        match self {
            Self::Success => &[(1_320, 0, 90)],
            Self::Repeat => &[(880, 0, 70), (880, 110, 70)],
            Self::Failure => &[(170, 0, 450)],
            Self::UnknownCode => &[(300, 0, 160), (620, 180, 160)],
            Self::Note => &[(660, 0, 110), (880, 130, 110), (1_320, 260, 180)],
            Self::Queued => &[(990, 0, 35)],
        }
    }
}

/// Plays the sound, and vibrates for a failure. Errors are ignored: the outcome is also shown by colors.
pub(super) fn play(sound: Sound) {
    let context = CONTEXT.with_borrow_mut(|cached| {
        if cached.is_none() {
            *cached = web_sys::AudioContext::new().ok();
        }
        cached.clone()
    });
    if let Some(context) = context {
        for (hertz, start, length) in sound.tones() {
            let _ = tone(&context, *hertz, *start, *length);
        }
    }
    if sound == Sound::Failure {
        let _ = window().navigator().vibrate_with_duration(200);
    }
}

#[expect(
    clippy::float_arithmetic,
    reason = "the audio clock of the browser counts in fractions of seconds"
)]
fn tone(context: &web_sys::AudioContext, hertz: u16, start: u16, length: u16) -> Option<()> {
    let (oscillator, gain) = (context.create_oscillator().ok()?, context.create_gain().ok()?);
    oscillator.frequency().set_value(f32::from(hertz));
    gain.gain().set_value(0.25);
    oscillator.connect_with_audio_node(&gain).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    let begin = context.current_time() + f64::from(start) / 1000.0;
    oscillator.start_with_when(begin).ok()?;
    oscillator.stop_with_when(begin + f64::from(length) / 1000.0).ok()
}
