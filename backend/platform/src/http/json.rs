//! JSON bodies. Text that is not JSON and JSON of a wrong shape are different errors, and a wrong shape names its field.
//!
//! Serde's own deserializer accepts a list for a struct, reports some wrong types as syntax errors, and names Rust types in its
//! messages. So the text is parsed into a tree first, and the tree is deserialized strictly.

mod error;

pub(super) use error::ShapeError;

use error::wrong_type;
use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
        value::{MapDeserializer, SeqDeserializer},
    },
    forward_to_deserialize_any,
};
use shared_types::{
    fields::{Expected, Rule},
    visible_text::visible,
};
use std::fmt;

/// A JSON value. An object keeps the order of its keys, and duplicate keys.
#[derive(Debug)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

/// Builds a [`Node`] from any JSON.
struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Signed(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Unsigned(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(visible(value).to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut object = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            object.push(entry);
        }
        Ok(Node::Object(object))
    }
}

/// Deserializes a type from a tree. The error contains the path.
pub(super) fn read<T: DeserializeOwned>(node: Node) -> Result<T, serde_path_to_error::Error<ShapeError>> {
    serde_path_to_error::deserialize(node)
}

/// Whether a visitor reads an internally tagged enum. Serde shows it only in the description of the visitor.
fn is_tagged_enum(visitor: &dyn serde::de::Expected) -> bool {
    visitor.to_string().starts_with("internally tagged enum")
}

/// `400.0` is a whole number too: some programs write it so, and JSON Schema calls it an integer.
fn whole_number(value: f64) -> Result<Node, ShapeError> {
    // Written without an exponent, and without a point if nothing follows it.
    let text = value.to_string();
    match text.parse() {
        Ok(number) => Ok(Node::Signed(number)),
        Err(_) if text.contains('.') => wrong_type(Expected::Integer),
        Err(_) => Err(ShapeError::Value(Rule::NumberOverflow)),
    }
}

impl Node {
    fn deserialize_integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Signed(_) | Self::Unsigned(_) => self.deserialize_any(visitor),
            Self::Float(value) => whole_number(value)?.deserialize_any(visitor),
            _ => wrong_type(Expected::Integer),
        }
    }

    fn deserialize_number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Signed(_) | Self::Unsigned(_) | Self::Float(_) => self.deserialize_any(visitor),
            _ => wrong_type(Expected::Number),
        }
    }

    fn deserialize_text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Text(_) => self.deserialize_any(visitor),
            _ => wrong_type(Expected::String),
        }
    }
}

impl<'de> Deserializer<'de> for Node {
    type Error = ShapeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Signed(value) => visitor.visit_i64(value),
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Float(value) => visitor.visit_f64(value),
            Self::Text(value) => visitor.visit_string(value),
            // Serde reads a tagged enum from a list too: the tag first, then the fields.
            Self::List(_) if is_tagged_enum(&visitor) => wrong_type(Expected::Object),
            Self::List(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
            Self::Object(entries) => visitor.visit_map(MapDeserializer::new(entries.into_iter())),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Bool(_) => self.deserialize_any(visitor),
            _ => wrong_type(Expected::Boolean),
        }
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_integer(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_number(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_number(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_text(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::List(_) => self.deserialize_any(visitor),
            _ => wrong_type(Expected::Array),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Object(_) => self.deserialize_any(visitor),
            _ => wrong_type(Expected::Object),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Null => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        match self {
            Self::Text(name) => visitor.visit_enum(Variant { name, value: None }),
            Self::Object(mut entries) if entries.len() == 1 => match entries.pop() {
                Some((name, value)) => visitor.visit_enum(Variant {
                    name,
                    value: Some(value),
                }),
                None => wrong_type(Expected::KnownValue),
            },
            _ => wrong_type(Expected::KnownValue),
        }
    }

    /// The tag of an enum, or a key; a number is not accepted as a name.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self {
            Self::Text(_) => self.deserialize_any(visitor),
            _ => wrong_type(Expected::KnownValue),
        }
    }

    forward_to_deserialize_any! { char bytes byte_buf unit unit_struct tuple tuple_struct ignored_any }
}

impl IntoDeserializer<'_, ShapeError> for Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A variant of an enum: a name alone, or a name with a value.
struct Variant {
    name: String,
    value: Option<Node>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = ShapeError;
    type Variant = Payload;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Payload), ShapeError> {
        let name = seed.deserialize(IntoDeserializer::<ShapeError>::into_deserializer(self.name));
        match (name, self.value) {
            (Ok(name), value) => Ok((name, Payload(value))),
            // An object that is not a variant with a value, most likely where a text is expected.
            (Err(ShapeError::Value(_)), Some(_)) => wrong_type(Expected::KnownValue),
            (Err(error), _) => Err(error),
        }
    }
}

/// The value that a variant carries.
struct Payload(Option<Node>);

impl<'de> VariantAccess<'de> for Payload {
    type Error = ShapeError;

    fn unit_variant(self) -> Result<(), ShapeError> {
        match self.0 {
            None | Some(Node::Null) => Ok(()),
            Some(_) => wrong_type(Expected::KnownValue),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ShapeError> {
        match self.0 {
            Some(value) => seed.deserialize(value),
            None => wrong_type(Expected::Object),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ShapeError> {
        match self.0 {
            Some(value) => value.deserialize_seq(visitor),
            None => wrong_type(Expected::Array),
        }
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, ShapeError> {
        match self.0 {
            Some(value) => value.deserialize_map(visitor),
            None => wrong_type(Expected::Object),
        }
    }
}

#[cfg(test)]
mod tests;
