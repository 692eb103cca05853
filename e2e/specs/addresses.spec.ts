import { expect, test } from "../harness/test.ts";

const HTML = { accept: "text/html,application/xhtml+xml" };

test("/client leads to the client's home page, /agent is the home page of staff", async ({ request }) => {
  const client = await request.get("/client", { headers: HTML, maxRedirects: 0 });
  expect([client.status(), client.headers().location]).toEqual([307, "/client/home"]);
  expect((await request.get("/agent", { headers: HTML, maxRedirects: 0 })).status()).toBe(200);
  const program = await request.get("/agent", { headers: { accept: "application/json" }, maxRedirects: 0 });
  expect([program.status(), program.headers().location]).toEqual([307, "/agent/orders"]);
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
