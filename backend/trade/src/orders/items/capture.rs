//! Validation and storage of the data that the extension reads in addition to title, price and link.

use entities::{json::Json, order_item as item};
use sea_orm::DbErr;
use shared_types::{
    fields::{FieldErrors, Rule},
    items::{CorrectedField, ItemOption, NewItem, PriceOrigin, PriceSource, UncertainField, UnitSize, limits},
    orders::{ChangedField, FieldChange},
};

/// The validated details of a captured product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capture {
    pub options: Vec<ItemOption>,
    pub sku_id: Option<String>,
    /// Further pictures, without the main one.
    pub images: Vec<String>,
    pub unit_weight_grams: Option<i64>,
    pub unit_size_mm: Option<UnitSize>,
    pub price_source: Option<PriceSource>,
    pub uncertain: Vec<UncertainField>,
    /// Fields that the person wrote instead of the ones that were read.
    pub corrected: Vec<CorrectedField>,
}

/// The details as columns.
pub(super) struct CaptureColumns {
    pub(super) options: Option<Json<Vec<ItemOption>>>,
    pub(super) images: Option<Json<Vec<String>>>,
    pub(super) unit_size_mm: Option<Json<UnitSize>>,
    pub(super) price_source: Option<Json<PriceSource>>,
    pub(super) uncertain: Option<Json<Vec<UncertainField>>>,
    pub(super) corrected: Option<Json<Vec<CorrectedField>>>,
}

impl Capture {
    /// Returns the main picture, which is the first one unless it is given, and keeps the others.
    pub(super) fn take_main_image(&mut self, image_url: Option<String>) -> Option<String> {
        let main = image_url.or_else(|| self.images.first().cloned());
        self.images.retain(|image| Some(image) != main.as_ref());
        main
    }

    /// Whether the price or its currency is uncertain.
    pub(super) fn has_uncertain_price(&self) -> bool {
        self.uncertain
            .iter()
            .any(|field| matches!(field, UncertainField::Price | UncertainField::Currency))
    }

    /// The columns that contain lists and objects. An empty list is stored as null.
    pub(super) fn to_columns(&self) -> Result<CaptureColumns, DbErr> {
        Ok(CaptureColumns {
            options: Json::non_empty(self.options.clone())?,
            images: Json::non_empty(self.images.clone())?,
            unit_size_mm: self.unit_size_mm.map(Json::new).transpose()?,
            price_source: self.price_source.clone().map(Json::new).transpose()?,
            uncertain: Json::non_empty(self.uncertain.clone())?,
            corrected: Json::non_empty(self.corrected.clone())?,
        })
    }
}

/// Validates the details of a captured product.
pub(super) fn check_capture(errors: &mut FieldErrors, new: &NewItem) -> Capture {
    check_unit(errors, new.weight_grams, new.size_mm);
    Capture {
        options: check_options(errors, new.options.as_deref().unwrap_or_default()),
        sku_id: errors.optional_text("sku_id", new.sku_id.as_deref(), limits::EXTERNAL_ID),
        images: check_images(errors, new.images.as_deref().unwrap_or_default()),
        unit_weight_grams: new.weight_grams,
        unit_size_mm: new.size_mm,
        price_source: new.price_source.as_ref().map(|source| PriceSource {
            source: source.source,
            path: errors.text("price_source.path", &source.path, limits::SOURCE_PATH),
        }),
        uncertain: check_fields(errors, "uncertain", new.uncertain.as_deref(), limits::UNCERTAIN),
        corrected: check_fields(errors, "corrected", new.corrected.as_deref(), limits::CORRECTED),
    }
}

/// Validates weight and size of one piece.
pub(super) fn check_unit(errors: &mut FieldErrors, weight_grams: Option<i64>, size_mm: Option<UnitSize>) {
    if let Some(weight) = weight_grams {
        errors.range("weight_grams", weight, 1, limits::UNIT_WEIGHT_GRAMS);
    }
    for (side, length) in size_mm.iter().flat_map(|size| size.sides()) {
        errors.range(&format!("size_mm.{side}"), length, 1, limits::UNIT_SIDE_MM);
    }
}

fn check_options(errors: &mut FieldErrors, options: &[ItemOption]) -> Vec<ItemOption> {
    if options.len() > limits::OPTIONS {
        errors.add("options", Rule::TooMany(limits::OPTIONS));
        return Vec::new();
    }
    let check = |(index, option): (usize, &ItemOption)| ItemOption {
        name: errors.text(&format!("options[{index}].name"), &option.name, limits::OPTION_NAME),
        value: errors.required_text(&format!("options[{index}].value"), &option.value, limits::OPTION_VALUE),
    };
    options.iter().enumerate().map(check).collect()
}

fn check_images(errors: &mut FieldErrors, images: &[String]) -> Vec<String> {
    if images.len() > limits::IMAGES {
        errors.add("images", Rule::TooMany(limits::IMAGES));
        return Vec::new();
    }
    let mut checked = Vec::with_capacity(images.len());
    for (index, image) in images.iter().enumerate() {
        let image = errors.url(&format!("images[{index}]"), image, limits::URL);
        if !checked.contains(&image) {
            checked.push(image);
        }
    }
    checked
}

/// The listed fields, each once.
fn check_fields<F: Copy + PartialEq>(
    errors: &mut FieldErrors,
    name: &str,
    fields: Option<&[F]>,
    most: usize,
) -> Vec<F> {
    let fields = fields.unwrap_or_default();
    if fields.len() > most {
        errors.add(name, Rule::TooMany(most));
    }
    let mut checked = Vec::new();
    for field in fields {
        if !checked.contains(field) {
            checked.push(*field);
        }
    }
    checked
}

/// The shop that a captured item counts for: its marketplace, or the host of its page without `www.`.
pub(super) fn captured_shop(marketplace: Option<&str>, page: &str) -> Option<String> {
    if let Some(marketplace) = marketplace {
        return Some(marketplace.to_owned());
    }
    let (_, rest) = page.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (!host.is_empty()).then(|| host.chars().take(limits::EXTERNAL_ID).collect())
}

/// Adapts the details of an item whose client changed its fields: a changed field is certain, and the options and the id of the
/// former variant no longer apply.
pub(super) fn follow_change(before: &item::Model, after: &mut item::Model) -> Result<(), DbErr> {
    let has_new_price =
        (before.price_minor, before.price_per, before.currency) != (after.price_minor, after.price_per, after.currency);
    let has_new_variant = before.variant != after.variant;
    if has_new_variant {
        after.options = None;
        after.sku_id = None;
    }
    if has_new_price && after.price_source.is_some() {
        let typed = PriceSource {
            source: PriceOrigin::Person,
            path: String::new(),
        };
        after.price_source = Some(Json::new(typed)?);
    }
    let was_checked = |field: &UncertainField| match field {
        UncertainField::Price | UncertainField::Currency => before.price_uncertain && !after.price_uncertain,
        UncertainField::Variant => has_new_variant,
        UncertainField::Title => before.title != after.title,
    };
    if let Some(uncertain) = &before.uncertain {
        let left: Vec<_> = uncertain.iter().copied().filter(|field| !was_checked(field)).collect();
        after.uncertain = Json::non_empty(left)?;
    }
    if before.captured_shop.is_some() {
        let is_corrected = |field: &CorrectedField| match field {
            CorrectedField::Title => before.title != after.title,
            CorrectedField::Price => has_new_price,
            CorrectedField::Variant => has_new_variant,
            CorrectedField::Image => before.image_url != after.image_url,
            CorrectedField::Shop => false,
        };
        let earlier = before.corrected.as_deref().map_or(&[][..], Vec::as_slice);
        let corrected = CorrectedField::ALL.into_iter();
        let corrected = corrected.filter(|field| earlier.contains(field) || is_corrected(field));
        after.corrected = Json::non_empty(corrected.collect())?;
    }
    if after.image_url != before.image_url
        && let Some(images) = &before.images
    {
        let others: Vec<_> = images
            .iter()
            .filter(|image| Some(*image) != after.image_url.as_ref())
            .cloned()
            .collect();
        after.images = Json::non_empty(others)?;
    }
    Ok(())
}

/// The details of a new item for its history.
pub(super) fn initial_changes(item: &item::Model) -> Vec<FieldChange> {
    const FIELDS: [ChangedField; 5] = [
        ChangedField::Options,
        ChangedField::SkuId,
        ChangedField::Images,
        ChangedField::UnitWeightGrams,
        ChangedField::UnitSizeMm,
    ];
    let value = |field| crate::orders::field_changes::capture_value(item, field);
    let change = |field| {
        Some(FieldChange {
            field,
            before: None,
            after: Some(value(field)?),
        })
    };
    FIELDS.into_iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_is_its_marketplace_or_its_host() {
        let shop = |marketplace, page| captured_shop(marketplace, page);
        assert_eq!(
            shop(Some("1688"), "https://detail.1688.com/offer/1.html").as_deref(),
            Some("1688")
        );
        assert_eq!(
            shop(None, "https://www.Shop.example:8443/p?q#x").as_deref(),
            Some("shop.example")
        );
        assert_eq!(shop(None, "http://user@shop.example").as_deref(), Some("shop.example"));
        assert_eq!(shop(None, "nonsense"), None);
    }

    #[test]
    fn the_main_picture_is_not_repeated() {
        let images = || vec!["https://a.example/1".to_owned(), "https://a.example/2".to_owned()];
        let mut capture = Capture {
            images: images(),
            ..Capture::default()
        };
        assert_eq!(capture.take_main_image(None).as_deref(), Some("https://a.example/1"));
        assert_eq!(capture.images, ["https://a.example/2"]);
        let mut capture = Capture {
            images: images(),
            ..Capture::default()
        };
        let main = capture.take_main_image(Some("https://a.example/2".to_owned()));
        assert_eq!(
            (main.as_deref(), capture.images.as_slice()),
            (Some("https://a.example/2"), &images()[..1])
        );
    }
}
