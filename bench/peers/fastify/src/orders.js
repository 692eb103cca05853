// Lists and cards of orders.
import { member, staff } from "./auth.js";
import { prisma } from "./database.js";
import { orderCard, orderPage, pageQuery } from "./schemas.js";
import { CARD_ITEMS, decodeCursor, encodeCursor, isUnread, staffCard, summaryView } from "./views.js";

const UNREAD_MS = 90 * 24 * 3600 * 1000;
const MAX_ITEMS = 1000;
// Only the first items are searched for pictures.
const SEARCHED_ITEMS = 8;

const unreadSince = (caller) => new Date(Math.max(caller.joinedAt, Date.now() - UNREAD_MS));

const readsOf = (caller, side) => ({ where: { side, userId: caller.userId }, select: { seenActivity: true } });

const noteKey = ({ notableType, notableId }) => `${notableType} ${notableId}`;

async function page(caller, side, where, { limit, cursor }) {
  const orders = await prisma.order.findMany({
    where: { agentId: caller.agentId, ...where, ...(cursor && { id: { lt: decodeCursor(cursor) } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: {
      id: true,
      number: true,
      type: true,
      status: true,
      title: true,
      clientId: true,
      client: { select: { code: true, name: true } },
      itemsCount: true,
      totalMinor: true,
      currency: true,
      mixedCurrencies: true,
      problemCount: true,
      assignedStaffId: true,
      clientActivity: true,
      clientActivityAt: true,
      staffActivity: true,
      staffActivityAt: true,
      createdAt: true,
      submittedAt: true,
      lastActivityAt: true,
      updatedAt: true,
      items: { orderBy: { id: "asc" }, take: SEARCHED_ITEMS, select: { imageUrl: true } },
      reads: readsOf(caller, side),
    },
  });
  const shown = orders.slice(0, limit);
  const notes =
    side === "staff"
      ? await prisma.note.findMany({
          where: { agentId: caller.agentId, notableType: "order", notableId: { in: shown.map(({ id }) => id) } },
          select: { notableType: true, notableId: true },
        })
      : [];
  const noted = new Set(notes.map(noteKey));
  const seesPrices = caller.allows("order_prices", "view");
  const since = unreadSince(caller);
  return {
    data: shown.map((order) =>
      summaryView(order, {
        side,
        unread: isUnread(order, side, since),
        thumbnails: order.items.map(({ imageUrl }) => imageUrl).filter((url) => url !== null),
        hasNote: side === "staff" ? noted.has(`order ${order.id}`) : undefined,
        seesPrices,
      }),
    ),
    next_cursor: orders.length > limit ? encodeCursor(shown.at(-1).id) : null,
  };
}

/** Submitted orders; for staff who see only their own, the orders assigned to them. */
function visibleToStaff(caller) {
  return { status: { not: "draft" }, ...(caller.seesOnlyOwn("orders") && { assignedStaffId: caller.staffId }) };
}

async function markRead(order, userId) {
  const key = { orderId: order.id, side: "staff", userId };
  const read = { seenActivity: order.clientActivity, readAt: new Date() };
  await prisma.orderRead.upsert({
    where: { orderId_side_userId: key },
    create: { agentId: order.agentId, clientId: order.clientId, ...key, ...read },
    update: read,
  });
}

async function card(caller, id) {
  const items = (take) => ({ where: { agentId: caller.agentId }, orderBy: { id: "asc" }, take, include: { group: true } });
  const order = await prisma.order.findFirst({
    where: { id, agentId: caller.agentId, ...visibleToStaff(caller) },
    include: {
      client: { select: { code: true, name: true } },
      items: items(CARD_ITEMS + 1),
      reads: readsOf(caller, "staff"),
    },
  });
  if (!order) throw Object.assign(new Error("not_found"), { statusCode: 404 });
  let found = order.items;
  if (order.mixedCurrencies && order.itemsCount > found.length) {
    const { where, ...rest } = items(MAX_ITEMS);
    found = await prisma.orderItem.findMany({ where: { ...where, orderId: id }, ...rest });
  }
  const notes = await prisma.note.findMany({
    where: {
      agentId: caller.agentId,
      OR: [
        { notableType: "order", notableId: id },
        { notableType: "item", notableId: { in: found.map((item) => item.id) } },
        { notableType: "group", notableId: { in: [...new Set(found.map((item) => item.groupId))] } },
      ],
    },
    select: { notableType: true, notableId: true },
  });
  const unread = isUnread(order, "staff", unreadSince(caller));
  if (unread) await markRead(order, caller.userId);
  return staffCard(order, found, { unread, notes: new Set(notes.map(noteKey)), caller });
}

export async function orders(app) {
  const lists = { querystring: pageQuery, response: { 200: orderPage } };
  app.get("/agent/orders", { preHandler: staff, schema: lists }, ({ caller, query }) =>
    page(caller, "staff", { ...visibleToStaff(caller), ...(query.client_id && { clientId: query.client_id }) }, query),
  );
  app.get("/client/orders", { preHandler: member, schema: lists }, ({ caller, query }) =>
    page(caller, "client", { clientId: caller.clientId }, query),
  );
  app.get("/agent/orders/:id", { preHandler: staff, schema: { response: { 200: orderCard } } }, ({ caller, params }) =>
    card(caller, BigInt(params.id)),
  );
}
