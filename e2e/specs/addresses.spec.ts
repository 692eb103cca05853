import { AGENT_OWNER, Api, CLIENT, PASSWORD } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const WAREHOUSE = "+79990000004";

const HTML = { accept: "text/html,application/xhtml+xml" };

test("a cabinet opens with its orders, or with the home page if the person has chosen it", async ({ page }) => {
  for (const side of ["agent", "client"] as const) {
    await new LoginPage(page).logIn(side, side === "agent" ? AGENT_OWNER : CLIENT, `/${side}`);
    await expect(page).toHaveURL(`/${side}/orders`);
    await page.goto(`/${side}/profile`);
    await page.getByTestId("start-home").check();
    await page.goto(`/${side}`);
    await expect(page).toHaveURL(`/${side}/home`);
    await page.goto(`/${side}/profile`);
    await expect(page.getByTestId("start-home")).toBeChecked();
    await page.getByTestId("start-orders").check();
    await page.goto(`/${side}`);
    await expect(page).toHaveURL(`/${side}/orders`);
  }
});

test("a person who may not see orders starts at the home page", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const grants = { balance: { level: "edit", breadth: "all" }, reports: { level: "view", breadth: "all" } };
  const group = await owner.post<{ id: number }>("/agent/access-groups", { name: "Касса", grants });
  const { data } = await owner.send<{ data: { id: number; phone: string }[] }>("GET", "/agent/staff");
  const worker = data.find((person) => person.phone === WAREHOUSE)!;
  await owner.patch(`/agent/staff/${worker.id}`, { group_id: group.id });
  const login = new LoginPage(page);
  await login.open("agent");
  await login.enterPhone(WAREHOUSE);
  await login.enterPassword(PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Главная");
  await expect(page).toHaveURL("/agent/home");
  await page.goto("/agent");
  await expect(page).toHaveURL("/agent/home");
});

for (const guard of ["client", "agent"]) {
  test(`/${guard}/orders returns a page to a browser and JSON to a program`, async ({ request }) => {
    const page = await request.get(`/${guard}/orders`, { headers: HTML });
    expect(page.headers()["content-type"]).toContain("text/html");
    expect(page.headers().vary).toMatch(/accept/i);
    const program = await request.get(`/${guard}/orders`, { headers: { accept: "application/json" } });
    expect(program.status()).toBe(401);
    expect(program.headers()["content-type"]).toContain("application/problem+json");
    expect(await program.json()).toMatchObject({ code: "credential_missing" });
  });
}

test("an unknown address returns a problem document to programs", async ({ request }) => {
  const response = await request.get("/api/nowhere", { headers: { accept: "application/json" } });
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ code: "route_not_found" });
});
