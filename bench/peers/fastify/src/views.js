// Response bodies from rows. Fields that are undefined are left out.
import { itemMoves, orderMoves } from "./lifecycle.js";

// The number of decimals of the currencies that have not two.
const DECIMALS = { JPY: 0, KRW: 0, VND: 0, KWD: 3 };
export const CARD_ITEMS = 100;

export const decimals = (currency) => DECIMALS[currency] ?? 2;

export function money(minor, currency) {
  const places = decimals(currency);
  const digits = String(minor).padStart(places + 1, "0");
  return { amount: places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits, currency };
}

export function encodeCursor(id) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(id);
  return bytes.toString("base64url");
}

export const decodeCursor = (cursor) => Buffer.from(cursor, "base64url").readBigInt64BE();

const number = (value) => (value === null ? undefined : Number(value));
const json = (value) => (value === null ? undefined : JSON.parse(value));
const set = (value) => value ?? undefined;

/** Whether the other side did something that the caller has not seen. */
export function isUnread(order, side, since) {
  const [activity, at] = side === "staff" ? [order.clientActivity, order.clientActivityAt] : [order.staffActivity, order.staffActivityAt];
  return at !== null && at >= since && activity > (order.reads[0]?.seenActivity ?? 0n);
}

export function summaryView(order, { side, unread, thumbnails, hasNote, seesPrices }) {
  return {
    id: Number(order.id),
    number: order.number,
    type: order.type,
    status: order.status,
    title: order.title,
    client_id: Number(order.clientId),
    client_code: order.client.code,
    client_name: order.client.name,
    items_count: order.itemsCount,
    total: seesPrices ? money(order.totalMinor, order.currency) : undefined,
    mixed_currencies: order.mixedCurrencies,
    problem_count: order.problemCount,
    unread,
    thumbnails: thumbnails.slice(0, 4),
    assigned_staff_id: side === "staff" ? number(order.assignedStaffId) : undefined,
    created_at: order.createdAt,
    submitted_at: order.submittedAt,
    last_activity_at: order.lastActivityAt,
    updated_at: order.updatedAt,
    has_note: hasNote,
  };
}

/** The unit price, its currency and the quantity that apply: the agent's, or else the client's. */
function effective(item) {
  const hasAgentPrice = item.agentPriceMinor !== null && item.agentCurrency !== null;
  return {
    minor: hasAgentPrice ? item.agentPriceMinor : item.priceMinor,
    currency: hasAgentPrice ? item.agentCurrency : item.currency,
    quantity: BigInt(item.agentQuantity ?? item.quantity),
  };
}

export function itemView(item, order, { side, seesPrices, hasNote }) {
  const isStaff = side === "staff";
  const { minor, currency, quantity } = effective(item);
  const moves = itemMoves(item, order, side);
  return {
    id: Number(item.id),
    group_id: Number(item.groupId),
    status: item.status,
    title: item.title,
    url: item.url,
    marketplace: item.marketplace,
    external_id: item.externalId,
    variant: item.variant,
    image_url: item.imageUrl,
    options: json(item.options),
    sku_id: set(item.skuId),
    images: json(item.images),
    unit_weight_grams: number(item.unitWeightGrams),
    unit_size_mm: json(item.unitSizeMm),
    price_source: seesPrices ? json(item.priceSource) : undefined,
    uncertain: json(item.uncertain),
    proof_at: set(item.proofAt),
    price: seesPrices ? money(item.priceMinor, item.currency) : undefined,
    total: seesPrices ? money(minor * quantity, currency) : undefined,
    price_uncertain: item.priceUncertain,
    quantity: item.quantity,
    comment: item.comment,
    agent_price: seesPrices && item.agentPriceMinor !== null ? money(minor, currency) : undefined,
    agent_quantity: set(item.agentQuantity),
    agent_comment: set(item.agentComment),
    agent_bought: isStaff && seesPrices && item.agentBoughtMinor !== null ? money(item.agentBoughtMinor, item.currency) : undefined,
    refuse_reason: set(item.refuseReason),
    problem_reason: set(item.problemReason),
    marketplace_order_number: isStaff ? set(item.marketplaceOrderNumber) : undefined,
    domestic_track: set(item.domesticTrack),
    cell: isStaff ? set(item.cell) : undefined,
    counted_quantity: set(item.countedQuantity),
    weight_grams: number(item.weightGrams),
    volume_cm3: number(item.volumeCm3),
    moves: moves.length ? moves : undefined,
    source: item.source,
    version: Number(item.version),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    has_note: hasNote,
  };
}

function groupViews(items, order, seesPrices, notes) {
  const groups = new Map(items.map(({ group }) => [group.id, group]));
  return [...groups.values()]
    .sort((a, b) => Number(a.id - b.id))
    .map((group) => ({
      id: Number(group.id),
      shop_name: group.shopName,
      shop_url: group.shopUrl,
      marketplace: group.marketplace,
      domestic: seesPrices && group.domesticMinor > 0n ? money(group.domesticMinor, order.currency) : undefined,
      has_note: notes.has(`group ${group.id}`),
    }));
}

function recipientView(order, caller) {
  if (order.recipient === null) return undefined;
  const { source, recipient, pickup_point_id, documents } = JSON.parse(order.recipient);
  return { recipient_id: source, ...recipient, pickup_point_id, documents: caller.allows("shipments", "edit") ? documents : undefined };
}

export function staffCard(order, items, { unread, notes, caller }) {
  const seesPrices = caller.allows("order_prices", "view");
  const others = new Map();
  for (const item of items) {
    const { minor, currency, quantity } = effective(item);
    if (["refused", "returned", "refunded"].includes(item.status) || currency === order.currency) continue;
    others.set(currency, (others.get(currency) ?? 0n) + minor * quantity);
  }
  const shown = items.slice(0, CARD_ITEMS);
  const thumbnails = items.map(({ imageUrl }) => imageUrl).filter((url) => url !== null);
  return {
    ...summaryView(order, { side: "staff", unread, thumbnails, hasNote: notes.has(`order ${order.id}`), seesPrices }),
    agent_name: caller.agentName,
    comment: order.comment,
    currency: order.currency,
    destination_country: order.destinationCountry,
    destination_city: order.destinationCity,
    recipient: recipientView(order, caller),
    delivery: {
      delivery_method_id: number(order.deliveryMethodId),
      packaging_id: number(order.packagingId),
      insurance_id: number(order.insuranceId),
    },
    other_totals: seesPrices ? [...others].sort().map(([currency, minor]) => money(minor, currency)) : [],
    groups: groupViews(shown, order, seesPrices, notes),
    items: shown.map((item) => itemView(item, order, { side: "staff", seesPrices, hasNote: notes.has(`item ${item.id}`) })),
    items_cursor: items.length > CARD_ITEMS ? encodeCursor(shown.at(-1).id) : null,
    moves: orderMoves(order, "staff"),
    version: Number(order.version),
  };
}
