//! Request and response bodies of recipients.

use crate::{
    country::Country,
    id::{ListEntryId, RecipientId},
    phone::Phone,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

closed_set! {
    /// Something that a delivery method can require of a recipient.
    pub enum RecipientField {
        Postcode = "postcode",
        /// The number of the passport, for customs.
        Passport = "passport",
        /// The tax number, for customs.
        TaxNumber = "tax_number",
    }
}

/// The number of a personal document. Its `Debug` output does not contain the number, so that no log does.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String))]
pub struct DocumentNumber(pub String);

impl std::fmt::Debug for DocumentNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("<document>")
    }
}

#[cfg(feature = "database")]
crate::stored!(DocumentNumber, |number| number.0, |text| Some(DocumentNumber(
    text.to_owned()
)));

/// Personal documents of a recipient.
#[apply(response)]
#[derive(Default)]
#[serde(default)]
pub struct Documents {
    /// Number of the passport.
    pub passport: Option<DocumentNumber>,
    pub tax_number: Option<DocumentNumber>,
}

/// Who receives a shipment, and where.
#[apply(response)]
pub struct Recipient {
    /// Name of the person or company.
    pub name: String,
    /// Phone number for the courier.
    pub phone: Phone,
    pub country: Country,
    /// Region, province or state.
    pub region: Option<String>,
    pub city: String,
    pub postcode: Option<String>,
    /// Street, house and flat. Absent if the shipment goes to a pickup point.
    pub street: Option<String>,
    /// Pickup point with its address, as it was when the recipient was saved.
    pub pickup_point: Option<String>,
}

impl Recipient {
    /// Postcode, region, city, and street or pickup point, as one line.
    pub fn address_line(&self) -> String {
        let parts = [
            self.postcode.as_deref(),
            self.region.as_deref(),
            Some(self.city.as_str()),
            self.street.as_deref(),
            self.pickup_point.as_deref(),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Name, phone number and address in one line.
    pub fn line(&self) -> String {
        format!("{}, {}, {}", self.name, self.phone, self.address_line())
    }
}

/// The recipient that an order or a shipment keeps. Later changes of the address book don't change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipientSnapshot {
    /// The entry of the address book that it was copied from. None if staff typed it.
    pub source: Option<RecipientId>,
    /// Who and where.
    pub recipient: Recipient,
    /// Pickup point in the agent's settings.
    pub pickup_point_id: Option<ListEntryId>,
    /// Personal documents.
    pub documents: Documents,
}

impl RecipientSnapshot {
    /// Whether the field has a value.
    pub const fn has(&self, field: RecipientField) -> bool {
        match field {
            RecipientField::Postcode => self.recipient.postcode.is_some(),
            RecipientField::Passport => self.documents.passport.is_some(),
            RecipientField::TaxNumber => self.documents.tax_number.is_some(),
        }
    }
}

/// The recipient of an order or a shipment.
#[apply(response)]
pub struct RecipientCopy {
    /// The entry of the address book that it was copied from. Null if staff typed it.
    pub recipient_id: Option<RecipientId>,
    /// Who and where.
    #[serde(flatten)]
    pub recipient: Recipient,
    /// Pickup point in the agent's settings.
    pub pickup_point_id: Option<ListEntryId>,
    /// Personal documents. Absent if the caller may not edit shipments.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub documents: Option<Documents>,
}

impl RecipientSnapshot {
    /// The view for a caller who may or may not see documents.
    pub fn view(&self, shows_documents: bool) -> RecipientCopy {
        RecipientCopy {
            recipient_id: self.source,
            recipient: self.recipient.clone(),
            pickup_point_id: self.pickup_point_id,
            documents: shows_documents.then(|| self.documents.clone()),
        }
    }
}

/// A recipient as it is typed. An empty text counts as absent. Either `street` or `pickup_point_id` is required.
#[apply(request)]
#[derive(Default)]
pub struct RecipientForm {
    /// Name of the person or company.
    pub name: String,
    /// Phone number for the courier.
    pub phone: String,
    /// Country (ISO 3166-1 alpha-2).
    pub country: String,
    /// Region, province or state.
    pub region: Option<String>,
    pub city: String,
    pub postcode: Option<String>,
    /// Street, house and flat.
    pub street: Option<String>,
    /// Pickup point in the agent's settings.
    pub pickup_point_id: Option<ListEntryId>,
    /// Number of the passport.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub passport: Option<DocumentNumber>,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub tax_number: Option<DocumentNumber>,
}

/// An entry of a client's address book.
#[apply(response)]
pub struct AddressBookEntry {
    pub id: RecipientId,
    /// Who and where.
    #[serde(flatten)]
    pub recipient: Recipient,
    /// Pickup point in the agent's settings.
    pub pickup_point_id: Option<ListEntryId>,
    /// Personal documents. Absent if the caller may not edit shipments.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub documents: Option<Documents>,
    /// Whether new orders go to it unless another one is chosen.
    pub is_default: bool,
    /// Whether the entry is archived. It is no longer offered.
    pub archived: bool,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// Changes to an entry of the address book. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct AddressBookChange {
    /// All values of the entry. Replaces the previous ones.
    pub values: Option<RecipientForm>,
    /// `true` makes it the default entry.
    pub is_default: Option<bool>,
    /// Archives or restores the entry.
    pub archived: Option<bool>,
}

/// The recipient of an order.
#[apply(request)]
#[derive(Copy)]
pub struct RecipientChoice {
    /// Entry of the client's address book.
    pub recipient_id: RecipientId,
}
