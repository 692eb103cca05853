/** The page of a network that answers in place of the server. */
export const PORTAL = {
  path: "/items",
  status: 200,
  headers: { "content-type": "text/html" },
  content: "Welcome to Wi-Fi",
};

/** Products that wait for the account of a server, the oldest first, as the queue stores them. */
export function waitingQueue(server, count) {
  const later = Date.now() + 3_600_000;
  return Array.from({ length: count }, (_, index) => {
    const about = {
      title: `Waiting ${index + 1}`,
      url: "https://a.example/",
      price: "1",
      currency: "CNY",
      quantity: 1,
    };
    return {
      key: `wait-${index}`,
      account: { server: server.url, person: { id: 1, name: "Anna" } },
      target: { order: 7 },
      draftKey: `d-${index}`,
      body: JSON.stringify({ ...about, price_uncertain: false }),
      about,
      createdAt: index,
      tried: 3,
      nextAt: later,
      notBefore: later,
      state: "waiting",
      failure: "e_network",
    };
  });
}

/** The names that a page has and had not before. */
export const newNames = (before, after) => after.filter((name) => !before.includes(name)).sort();
/** The two globals that the specification names. */
export const GLOBALS = ["__SVC_ADAPTERS", "__svcH"];
