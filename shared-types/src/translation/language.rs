//! Languages of readers.

closed_set! {
    /// A language that people read, as in their profile.
    #[derive(Default)]
    #[expect(missing_docs, reason = "the variants are languages")]
    pub enum Language {
        /// Of people who have not chosen a language.
        #[default]
        Ru = "ru",
        En = "en",
        Zh = "zh",
    }
}

impl Language {
    /// Chooses the text of this language.
    pub const fn pick<T: Copy>(self, russian: T, english: T, chinese: T) -> T {
        match self {
            Self::Ru => russian,
            Self::En => english,
            Self::Zh => chinese,
        }
    }
}
