// Adding an item to a draft by the extension.
import { extension } from "./auth.js";
import { prisma } from "./database.js";
import { addedItem, newItem } from "./schemas.js";
import { decimals, itemView, money } from "./views.js";

const MAX_ITEMS = 1000;
// Cyrillic letters that look like Latin ones, for searches.
const SIMILAR_LETTERS = new Map([..."авёекмнорстух"].map((letter, at) => [letter, "abeekmhopctyx"[at]]));

/** Text as searches compare it. Four neighbouring digits are repeated as one character. */
function searchWords(text) {
  const folded = Array.from(text.toLowerCase(), (letter) => SIMILAR_LETTERS.get(letter) ?? letter).join("");
  const shingle = (digits) => String.fromCodePoint(0x100000 + Number(digits));
  const shingles = (run) => Array.from({ length: run.length - 3 }, (_, at) => shingle(run.slice(at, at + 4)));
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => [word, ...(word.match(/[0-9]{4,}/g) ?? []).map((run) => shingles(run).join(""))])
    .join(" ");
}

function shopKey({ marketplace = "", shop }) {
  const name = shop?.url ? shop.url.split(/[?#]/)[0] : (shop?.name ?? "");
  return `${marketplace}|${name.toLowerCase()}`;
}

function minorUnits(price, currency) {
  const [whole, fraction = ""] = price.split(".");
  return BigInt(whole + fraction.padEnd(decimals(currency), "0"));
}

async function addItem(caller, orderId, body) {
  const now = new Date();
  const price = minorUnits(body.price, body.currency);
  if (price < 1n || price > 999_999_999n) throw Object.assign(new Error("validation_failed"), { statusCode: 422 });
  const words = searchWords([body.title, body.variant, body.external_id, body.shop?.name].filter(Boolean).join(" "));
  const cost = price * BigInt(body.quantity);
  const clients = caller.members.map(({ clientId }) => clientId);
  return prisma.$transaction(async (tx) => {
    // Prisma has no conditional updates and no concatenation.
    const [order] = await tx.$queryRaw`
      UPDATE orders SET
        total_minor = CASE WHEN currency = ${body.currency} THEN total_minor + ${cost} ELSE total_minor END,
        mixed_currencies = CASE WHEN currency = ${body.currency} THEN mixed_currencies ELSE TRUE END,
        items_count = items_count + 1, search_text = search_text || ${` ${words}`}, version = version + 1,
        last_activity_at = ${now}, updated_at = ${now}
      WHERE id = ${orderId} AND status = 'draft' AND items_count < ${MAX_ITEMS} AND client_id = ANY(${clients})
      RETURNING id, agent_id AS "agentId", client_id AS "clientId", number, title, type, status, currency,
        total_minor AS "totalMinor", items_count AS "itemsCount", updated_at AS "updatedAt"`;
    if (!order) {
      const exists = await tx.order.count({ where: { id: orderId, clientId: { in: clients } } });
      throw Object.assign(new Error(exists ? "conflict" : "not_found"), { statusCode: exists ? 409 : 404 });
    }
    const owner = { agentId: order.agentId, clientId: order.clientId, orderId: order.id };
    const key = shopKey(body);
    const group = await tx.orderGroup.upsert({
      where: { orderId_shopKey: { orderId: order.id, shopKey: key } },
      create: {
        ...owner,
        shopKey: key,
        shopName: body.shop?.name ?? "",
        shopUrl: body.shop?.url,
        marketplace: body.marketplace,
        domesticMinor: 0,
        createdAt: now,
        updatedAt: now,
      },
      update: { updatedAt: now },
      select: { id: true },
    });
    const item = await tx.orderItem.create({
      data: {
        ...owner,
        groupId: group.id,
        status: "new",
        title: body.title,
        url: body.url,
        marketplace: body.marketplace,
        externalId: body.external_id,
        variant: body.variant,
        imageUrl: body.image_url,
        priceMinor: price,
        currency: body.currency,
        priceUncertain: body.price_uncertain,
        quantity: body.quantity,
        comment: body.comment,
        capturedShop: body.marketplace ?? new URL(body.url).hostname.replace(/^www\./, ""),
        source: "extension",
        version: 1,
        createdAt: now,
        updatedAt: now,
      },
    });
    await tx.orderHistory.create({
      data: {
        ...owner,
        itemId: item.id,
        event: "item_added",
        actorKind: "client",
        actorUserId: caller.id,
        actorName: caller.name,
        via: "extension",
        detail: body.title,
        createdAt: now,
      },
      select: { id: true },
    });
    const agent = caller.members.find(({ clientId }) => clientId === order.clientId).agent;
    return {
      item: itemView(item, order, { side: "client", seesPrices: true }),
      order: {
        id: Number(order.id),
        number: order.number,
        title: order.title,
        client_id: Number(order.clientId),
        agent_name: agent.name,
        currency: order.currency,
        items_count: order.itemsCount,
        total: money(order.totalMinor, order.currency),
        updated_at: order.updatedAt,
      },
    };
  });
}

export async function items(app) {
  const schema = { body: newItem, response: { 201: addedItem } };
  app.post("/api/ext/drafts/:id/items", { preHandler: extension, schema }, async (request, reply) => {
    reply.code(201);
    return addItem(request.caller, BigInt(request.params.id), request.body);
  });
}
