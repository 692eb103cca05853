// Which side may make which move in which status.

const ORDER_MOVES = {
  client: {
    submit: ({ status, itemsCount }) => status === "draft" && itemsCount > 0,
    take_back: ({ status, pricingOpenedAt }) => status === "submitted" && !pricingOpenedAt,
    pay: ({ status, type }) => status === "quoted" && type === "standard",
    cancel: ({ status }) => ["draft", "submitted", "quoted"].includes(status),
  },
  staff: {
    quote: ({ status, type, itemsCount }) => status === "submitted" && type === "standard" && itemsCount > 0,
    reopen: ({ status, type }) => status === "quoted" && type === "standard",
    start_purchase: ({ status, type }) => status === "paid" && type === "standard",
    expect: ({ status, type, itemsCount }) => status === "submitted" && type === "self_buyout" && itemsCount > 0,
    cancel: ({ status, type }) => (type === "standard" ? ["submitted", "quoted", "paid"] : ["submitted", "expected"]).includes(status),
  },
};

const IN_WORK = ["purchasing", "purchased", "expected", "at_warehouse"];
const PAID = ["paid", "purchasing", "purchased", "at_warehouse", "shipped", "accepted"];

const ITEM_MOVES = {
  approve: (item, order) => ["new", "refused"].includes(item) && order.status === "submitted",
  refuse: (item, order) => ["new", "approved"].includes(item) && order.status === "submitted",
  buy: (item, order) => item === "approved" && ["paid", "purchasing"].includes(order.status) && order.type === "standard",
  send: (item, order) =>
    (item === "bought" && ["purchasing", "purchased"].includes(order.status) && order.type === "standard") || maySendSelf(item, order),
  receive: (item, order) =>
    (["bought", "sent"].includes(item) && ["purchasing", "purchased"].includes(order.status) && order.type === "standard") ||
    (["approved", "sent"].includes(item) && order.status === "expected" && order.type === "self_buyout"),
  report: (item, order) => ["bought", "sent", "at_warehouse"].includes(item) && IN_WORK.includes(order.status),
  resolve: (item, order) => item === "problem" && (IN_WORK.includes(order.status) || order.status === "shipped"),
  return: (item, order) =>
    ["bought", "sent", "at_warehouse", "problem"].includes(item) && (IN_WORK.includes(order.status) || order.status === "shipped"),
  refund: (item, order) =>
    ["approved", "bought", "sent", "at_warehouse", "problem", "returned", "accepted"].includes(item) &&
    PAID.includes(order.status) &&
    order.type === "standard",
};

function maySendSelf(item, order) {
  return item === "approved" && order.status === "expected" && order.type === "self_buyout";
}

const allowed = (moves, ...facts) => Object.keys(moves).filter((move) => moves[move](...facts));

export const orderMoves = (order, side) => allowed(ORDER_MOVES[side], order);

export function itemMoves(item, order, side) {
  if (side === "client") return maySendSelf(item.status, order) ? ["send"] : [];
  return allowed(ITEM_MOVES, item.status, order);
}
