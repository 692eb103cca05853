//! Sounds that tell right from wrong without a look at the screen.

use leptos::{prelude::window, web_sys};
use std::cell::RefCell;

thread_local! {
    static CONTEXT: RefCell<Option<web_sys::AudioContext>> = const { RefCell::new(None) };
}

/// What is to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    /// Short and high: done.
    Right,
    /// Two of them: it was done before.
    Again,
    /// Long and low: wrong.
    Wrong,
    /// Low, then high: nobody knows it.
    Unknown,
    /// Three, rising: read the note.
    Note,
    /// A tick: kept for later.
    Kept,
}

impl Sound {
    /// Tones: hertz, start and length in milliseconds.
    const fn tones(self) -> &'static [(u16, u16, u16)] {
        match self {
            Self::Right => &[(1_320, 0, 90)],
            Self::Again => &[(880, 0, 70), (880, 110, 70)],
            Self::Wrong => &[(170, 0, 450)],
            Self::Unknown => &[(300, 0, 160), (620, 180, 160)],
            Self::Note => &[(660, 0, 110), (880, 130, 110), (1_320, 260, 180)],
            Self::Kept => &[(990, 0, 35)],
        }
    }
}

/// Plays it; a browser that does not let us stays silent, the colours say the same.
pub(super) fn play(sound: Sound) {
    let context = CONTEXT.with_borrow_mut(|held| {
        if held.is_none() {
            *held = web_sys::AudioContext::new().ok();
        }
        held.clone()
    });
    if let Some(context) = context {
        for (hertz, start, length) in sound.tones() {
            let _ = tone(&context, *hertz, *start, *length);
        }
    }
    if sound == Sound::Wrong {
        let _ = window().navigator().vibrate_with_duration(200);
    }
}

#[expect(
    clippy::float_arithmetic,
    reason = "the browser's clock of sound counts in fractions of seconds"
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
