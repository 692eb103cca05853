// JSON schemas of requests and responses. Fastify compiles them.

const id = { type: "integer" };
const text = { type: "string" };
const optionalText = { type: "string", nullable: true };
const time = { type: "string", format: "date-time" };
const optionalTime = { ...time, nullable: true };
const flag = { type: "boolean" };
const list = (items) => ({ type: "array", items });
const object = (properties) => ({ type: "object", properties });

const money = object({ amount: text, currency: text });

const summary = {
  id,
  number: text,
  type: text,
  status: text,
  title: text,
  client_id: id,
  client_code: text,
  client_name: text,
  items_count: id,
  total: money,
  mixed_currencies: flag,
  problem_count: id,
  unread: flag,
  thumbnails: list(text),
  assigned_staff_id: id,
  created_at: time,
  submitted_at: optionalTime,
  last_activity_at: time,
  updated_at: time,
  has_note: flag,
};

const item = object({
  id,
  group_id: id,
  status: text,
  title: text,
  url: text,
  marketplace: optionalText,
  external_id: optionalText,
  variant: optionalText,
  image_url: optionalText,
  options: list(object({ name: text, value: text })),
  sku_id: text,
  images: list(text),
  unit_weight_grams: id,
  unit_size_mm: object({ length: id, width: id, height: id }),
  price_source: object({ source: text, path: text }),
  uncertain: list(text),
  proof_at: time,
  price: money,
  total: money,
  price_uncertain: flag,
  quantity: id,
  comment: text,
  agent_price: money,
  agent_quantity: id,
  agent_comment: text,
  agent_bought: money,
  refuse_reason: text,
  problem_reason: text,
  marketplace_order_number: text,
  domestic_track: text,
  cell: text,
  counted_quantity: id,
  weight_grams: id,
  volume_cm3: id,
  moves: list(text),
  source: text,
  version: id,
  created_at: time,
  updated_at: time,
  has_note: flag,
});

const recipient = object({
  recipient_id: { ...id, nullable: true },
  name: text,
  phone: text,
  country: text,
  region: optionalText,
  city: text,
  postcode: optionalText,
  street: optionalText,
  pickup_point: optionalText,
  pickup_point_id: { ...id, nullable: true },
  documents: object({ passport: optionalText, tax_number: optionalText }),
});

export const orderPage = object({ data: list(object(summary)), next_cursor: optionalText });

export const orderCard = object({
  ...summary,
  agent_name: text,
  comment: text,
  currency: text,
  destination_country: optionalText,
  destination_city: optionalText,
  recipient,
  delivery: object({ delivery_method_id: id, packaging_id: id, insurance_id: id }),
  other_totals: list(money),
  groups: list(
    object({ id, shop_name: text, shop_url: optionalText, marketplace: optionalText, domestic: money, has_note: flag }),
  ),
  items: list(item),
  items_cursor: optionalText,
  moves: list(text),
  version: id,
});

export const addedItem = object({
  item,
  order: object({
    id,
    number: text,
    title: text,
    client_id: id,
    agent_name: text,
    currency: text,
    items_count: id,
    total: money,
    updated_at: time,
  }),
});

export const pageQuery = object({
  limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  cursor: text,
  client_id: id,
});

const url = { type: "string", maxLength: 2048, pattern: "^https?://\\S+$" };
const upTo = (maxLength) => ({ type: "string", maxLength });

export const newItem = {
  type: "object",
  additionalProperties: false,
  required: ["title", "url", "price"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 500 },
    url,
    price: { type: "string", pattern: "^\\d{1,7}(\\.\\d{1,2})?$" },
    currency: { type: "string", pattern: "^[A-Z]{3}$", default: "CNY" },
    quantity: { type: "integer", minimum: 1, maximum: 99_999, default: 1 },
    image_url: url,
    marketplace: upTo(40),
    external_id: upTo(100),
    variant: upTo(300),
    shop: {
      type: "object",
      additionalProperties: false,
      required: ["name"],
      properties: { name: upTo(200), url },
    },
    comment: { ...upTo(2000), default: "" },
    price_uncertain: { type: "boolean", default: false },
  },
};
