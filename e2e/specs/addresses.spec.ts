import { expect, test } from "../harness/test.ts";

const HTML = { accept: "text/html,application/xhtml+xml" };

for (const guard of ["client", "agent"]) {
  test(`/${guard} redirects browsers and programs to the order list`, async ({ request }) => {
    for (const accept of [HTML.accept, "application/json"]) {
      const response = await request.get(`/${guard}`, { headers: { accept }, maxRedirects: 0 });
      expect(response.status()).toBe(307);
      expect(response.headers().location).toBe(`/${guard}/orders`);
    }
  });

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
