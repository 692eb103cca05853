//! The expected type or format of a field whose value was refused.

use std::fmt;

macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $name:ident = $code:literal, $english:literal;)* }) => {
        named_set! {
            $(#[$doc])*
            pub enum $type { $($(#[$variant_doc])* $name = $code,)* }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$name => $english,)* })
            }
        }
    };
}

named! {
    /// The JSON type that a field expects.
    Expected {
        /// A text.
        String = "string", "a text";
        /// A number without a fraction.
        Integer = "integer", "a whole number";
        Number = "number", "a number";
        /// A number, or the same number as a text.
        NumberOrString = "number_or_string", "a number or a decimal text";
        /// True or false.
        Boolean = "boolean", "true or false";
        /// A list.
        Array = "array", "a list";
        Object = "object", "an object";
        Null = "null", "null";
        /// One of the values that the API description lists.
        KnownValue = "known_value", "one of the known values";
        /// A date and time as in RFC 3339.
        DateTime = "date_time", "a date and time as in RFC 3339";
        /// A type that has no name here.
        Other = "other", "another type";
    }
}

named! {
    /// The format that a text must have.
    Format {
        /// A one-time code.
        SixDigits = "six_digits", "six digits";
        /// A SHA-256 digest.
        Sha256 = "sha256", "64 hexadecimal digits";
        /// A format that has no name here.
        Other = "other", "another format";
    }
}
