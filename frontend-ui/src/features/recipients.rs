//! Recipients as shown in both cabinets: the read-only view, the form, and changes in the history of a shipment.

use crate::{
    api::Error,
    components::CountryField,
    countries::{country_name, country_name_of},
    features::delivery::{self, DeliveryTexts, Selection},
    prelude::*,
};
use shared_types::{
    id::ListEntryId,
    recipients::{DocumentNumber, Documents, Recipient, RecipientCopy, RecipientField, RecipientForm},
    settings::DeliveryOption,
    shipments::{RecipientChange, RecipientPart},
};

crate::texts! {
    /// A text about recipients.
    pub enum RecipientTexts;
    Recipient: "Получатель", "Recipient", "收件人";
    Name: "Имя и фамилия или компания", "Name or company", "姓名或公司";
    Phone: "Телефон получателя", "Recipient's phone", "收件人电话";
    Region: "Область, край", "Region", "省/州";
    Postcode: "Индекс", "Postcode", "邮编";
    Street: "Улица, дом, квартира", "Street, house, flat", "街道、门牌号";
    Address: "Адрес", "Address", "地址";
    Passport: "Номер паспорта", "Passport number", "护照号码";
    TaxNumber: "ИНН", "Tax number", "税号";
    Documents: "Документы для таможни", "Customs documents", "清关证件";
    DocumentsHint:
        "Нужны не всем способам доставки. Их видят только сотрудники, которые оформляют посылки.",
        "Not every delivery method needs them. Only staff who handle shipments see them.",
        "并非所有配送方式都需要，仅处理包裹的员工可见。";
    StreetOrPoint: "Укажите адрес или пункт выдачи.", "Enter an address or choose a pickup point.", "请填写地址或选择自提点。";
    Changed: "Получатель изменён", "Recipient changed", "收件人已更改";
    NotSet: "Получатель не указан", "No recipient", "未指定收件人";
    Correct: "Исправить получателя", "Correct the recipient", "更正收件人";
    RequiresPostcode: "индекс", "postcode", "邮编";
    RequiresPassport: "паспорт", "passport", "护照";
    RequiresTaxNumber: "ИНН", "tax number", "税号";
    MethodRequires: "Для этого способа доставки нужно указать", "This delivery method needs", "该配送方式需要提供";
}

/// The name of a field that a delivery method can require.
pub fn requirement_name(field: RecipientField) -> &'static str {
    t(match field {
        RecipientField::Postcode => RecipientTexts::RequiresPostcode,
        RecipientField::Passport => RecipientTexts::RequiresPassport,
        RecipientField::TaxNumber => RecipientTexts::RequiresTaxNumber,
    })
}

/// A note about the data that the selected delivery method requires of the recipient.
pub fn requirement_note(methods: Vec<DeliveryOption>, chosen: Selection) -> AnyView {
    let note = move || {
        let id: ListEntryId = chosen.get().parse().ok()?;
        let method = methods.iter().find(|method| method.id == id)?;
        let fields: Vec<&str> = method.requires.iter().map(|field| requirement_name(*field)).collect();
        (!fields.is_empty()).then(|| {
            view! {
                <p class="note" data-testid="method-requires">
                    {t(RecipientTexts::MethodRequires)}
                    ": "
                    {fields.join(", ")}
                    "."
                </p>
            }
        })
    };
    any_view! { {note} }
}

/// Country and address as one line.
pub fn address_text(recipient: &Recipient) -> String {
    format!("{}, {}", country_name(recipient.country), recipient.address_line())
}

/// The numbers of documents, of which only the last four characters are shown until they are pressed: others see the screen too.
fn document_lines(documents: Option<Documents>) -> impl IntoView {
    let documents = documents.unwrap_or_default();
    let line = |label: RecipientTexts, number: Option<DocumentNumber>| {
        number.map(|DocumentNumber(number)| {
            let (hidden, _) = number.char_indices().rev().nth(3).map_or((0, ' '), |found| found);
            let end = number.get(hidden..).unwrap_or_default().to_owned();
            view! {
                <details class="masked muted" data-testid="document">
                    <summary>{t(label)} ": " <span class="mask">"••• "{end}</span></summary>
                    <span>{number}</span>
                </details>
            }
        })
    };
    (
        line(RecipientTexts::Passport, documents.passport),
        line(RecipientTexts::TaxNumber, documents.tax_number),
    )
}

/// Who receives a shipment, and where.
pub fn recipient_view(copy: RecipientCopy) -> AnyView {
    let address = address_text(&copy.recipient);
    let phone = copy.recipient.phone.to_string();
    let link = format!("tel:{phone}");
    any_view! {
        <div class="recipient" data-testid="recipient">
            <strong dir="auto">{copy.recipient.name}</strong>
            <a href=link>{phone}</a>
            <span dir="auto">{address}</span>
            {document_lines(copy.documents)}
        </div>
    }
}

/// A change of a shipment's recipient.
pub fn change_row(change: RecipientChange) -> AnyView {
    let label = match change.part {
        RecipientPart::Name => t(RecipientTexts::Recipient),
        RecipientPart::Phone => t(RecipientTexts::Phone),
        RecipientPart::Country => t(Text::Country),
        RecipientPart::Address => t(RecipientTexts::Address),
        RecipientPart::Documents => t(RecipientTexts::Documents),
    };
    let text = |value: String| {
        if change.part == RecipientPart::Country {
            country_name_of(&value)
        } else {
            value
        }
    };
    let before = change.before.map(|before| {
        view! {
            <del>{text(before)}</del>
            " → "
        }
    });
    let after = change.after.map(|after| {
        view! {
            ": "
            {before}
            <span>{text(after)}</span>
        }
    });
    any_view! {
        <span class="detail" data-testid="change">
            <span class="muted">{label}</span>
            {after}
        </span>
    }
}

/// The inputs of a recipient's form.
#[derive(Clone, Copy)]
pub struct RecipientInputs {
    name: RwSignal<String>,
    phone: RwSignal<String>,
    /// The code of the country.
    pub country: RwSignal<String>,
    region: RwSignal<String>,
    pub city: RwSignal<String>,
    postcode: RwSignal<String>,
    street: RwSignal<String>,
    point: Selection,
    passport: RwSignal<String>,
    tax_number: RwSignal<String>,
}

impl RecipientInputs {
    /// Inputs with the values of a recipient, or empty ones with a country.
    pub fn new(recipient: Option<&Recipient>, point: Option<ListEntryId>, documents: Option<Documents>) -> Self {
        let field =
            |read: fn(&Recipient) -> Option<String>| RwSignal::new(recipient.and_then(read).unwrap_or_default());
        let documents = documents.unwrap_or_default();
        let number = |number: Option<DocumentNumber>| RwSignal::new(number.map(|number| number.0).unwrap_or_default());
        let country = recipient.map_or("RU", |recipient| recipient.country.code());
        Self {
            name: field(|recipient| Some(recipient.name.clone())),
            phone: field(|recipient| Some(recipient.phone.to_string())),
            country: RwSignal::new(country.to_owned()),
            region: field(|recipient| recipient.region.clone()),
            city: field(|recipient| Some(recipient.city.clone())),
            postcode: field(|recipient| recipient.postcode.clone()),
            street: field(|recipient| recipient.street.clone()),
            point: delivery::selection(point),
            passport: number(documents.passport),
            tax_number: number(documents.tax_number),
        }
    }

    /// The request body.
    pub fn read(self) -> RecipientForm {
        let optional = |text: RwSignal<String>| Some(text.get_untracked()).filter(|text| !text.trim().is_empty());
        RecipientForm {
            name: self.name.get_untracked(),
            phone: self.phone.get_untracked(),
            country: self.country.get_untracked(),
            region: optional(self.region),
            city: self.city.get_untracked(),
            postcode: optional(self.postcode),
            street: optional(self.street),
            pickup_point_id: self.point.get_untracked().parse().ok(),
            passport: optional(self.passport).map(DocumentNumber),
            tax_number: optional(self.tax_number).map(DocumentNumber),
        }
    }
}

/// The names of the form's fields: the fields of the DTO, with a prefix if the recipient is a part of another DTO.
struct Names {
    name: &'static str,
    phone: &'static str,
    country: &'static str,
    region: &'static str,
    city: &'static str,
    postcode: &'static str,
    street: &'static str,
    point: &'static str,
    passport: &'static str,
    tax_number: &'static str,
}

const OWN_NAMES: Names = Names {
    name: "name",
    phone: "phone",
    country: "country",
    region: "region",
    city: "city",
    postcode: "postcode",
    street: "street",
    point: "pickup_point_id",
    passport: "passport",
    tax_number: "tax_number",
};

const PREFIXED_NAMES: Names = Names {
    name: "recipient.name",
    phone: "recipient.phone",
    country: "recipient.country",
    region: "recipient.region",
    city: "recipient.city",
    postcode: "recipient.postcode",
    street: "recipient.street",
    point: "recipient.pickup_point_id",
    passport: "recipient.passport",
    tax_number: "recipient.tax_number",
};

#[component]
pub fn RecipientFields(
    inputs: RecipientInputs,
    /// The pickup points of the agent.
    points: Vec<DeliveryOption>,
    /// The error of the form's last submit.
    #[prop(into)]
    error: Signal<Option<Error>>,
    /// Whether the recipient is a part of another request.
    #[prop(optional)]
    prefixed: bool,
) -> impl IntoView {
    let names = if prefixed { PREFIXED_NAMES } else { OWN_NAMES };
    let point = delivery::choice_field(
        names.point,
        DeliveryTexts::PickupPoint,
        inputs.point,
        &points,
        None,
        str::to_owned,
    );
    any_view! {
        <div class="grid two">
            <Field name=names.name label=t(RecipientTexts::Name) value=inputs.name error=error autocomplete="name" />
            <Field
                name=names.phone
                label=t(RecipientTexts::Phone)
                value=inputs.phone
                error=error
                kind="tel"
                autocomplete="tel"
            />
        </div>
        <div class="grid two">
            <CountryField name=names.country label=t(Text::Country) value=inputs.country error=error />
            <Field
                name=names.region
                label=t(RecipientTexts::Region)
                value=inputs.region
                error=error
                autocomplete="address-level1"
            />
        </div>
        <div class="grid two">
            <Field name=names.city label=t(Text::City) value=inputs.city error=error autocomplete="address-level2" />
            <Field
                name=names.postcode
                label=t(RecipientTexts::Postcode)
                value=inputs.postcode
                error=error
                autocomplete="postal-code"
            />
        </div>
        <Field
            name=names.street
            label=t(RecipientTexts::Street)
            value=inputs.street
            error=error
            autocomplete="street-address"
        />
        {(!points.is_empty()).then(|| view! { <p class="muted">{t(RecipientTexts::StreetOrPoint)}</p> })}
        {point}
        <fieldset class="documents">
            <legend>{t(RecipientTexts::Documents)}</legend>
            <p class="muted">{t(RecipientTexts::DocumentsHint)}</p>
            <div class="grid two">
                <Field name=names.passport label=t(RecipientTexts::Passport) value=inputs.passport error=error />
                <Field
                    name=names.tax_number
                    label=t(RecipientTexts::TaxNumber)
                    value=inputs.tax_number
                    error=error
                    inputmode="numeric"
                />
            </div>
        </fieldset>
    }
}
