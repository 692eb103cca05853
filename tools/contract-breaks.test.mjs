import assert from "node:assert/strict";
import test from "node:test";
import { contractBreaks, contractOf } from "./contract-breaks.mjs";

const document = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/orders/{order}": {
      post: {
        parameters: [
          { name: "order", in: "path", required: true, schema: { type: "integer" } },
          { name: "limit", in: "query", required: false, schema: { type: "integer", maximum: 200 } },
        ],
        requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/New" } } } },
        responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } }, 404: {} },
      },
    },
  },
  components: {
    schemas: {
      New: {
        type: "object",
        additionalProperties: false,
        required: ["kind"],
        properties: { kind: { $ref: "#/components/schemas/Kind" }, description: { type: ["string", "null"], maxLength: 200 } },
      },
      Kind: { type: "string", enum: ["standard", "self_buyout"] },
      Order: {
        type: "object",
        required: ["id", "kind"],
        properties: {
          id: { type: "integer" },
          kind: { $ref: "#/components/schemas/Kind" },
          due: { oneOf: [{ $ref: "#/components/schemas/Money" }, { type: "null" }] },
          parts: { type: "array", items: { $ref: "#/components/schemas/Order" } },
        },
      },
      Money: { type: "object", required: ["amount"], properties: { amount: { type: "string" } } },
    },
  },
};

/** The breaks after a change of a copy of the document. */
function breaksAfter(change) {
  const changed = structuredClone(document);
  change(changed.paths["/orders/{order}"].post, changed.components.schemas, changed);
  return contractBreaks(contractOf(document), contractOf(changed));
}

const POST = "POST /orders/{order}";
const PLANTED = {
  [`${POST}: removed`]: (_, __, { paths }) => delete paths["/orders/{order}"],
  [`${POST} query limit: removed`]: (post) => post.parameters.pop(),
  [`${POST} query limit: required now`]: (post) => (post.parameters[1].required = true),
  [`${POST} query limit: maximum became 100`]: (post) => (post.parameters[1].schema.maximum = 100),
  [`${POST} path order: integer became string`]: (post) => (post.parameters[0].schema.type = "string"),
  [`${POST} header key: required now`]: (post) => post.parameters.push({ name: "key", in: "header", required: true, schema: {} }),
  [`${POST} 200: removed`]: (post) => (post.responses = { 201: post.responses[200] }),
  [`${POST} body.description: required now`]: (_, { New }) => New.required.push("description"),
  [`${POST} body.description: removed`]: (_, { New }) => delete New.properties.description,
  [`${POST} body.description: string or null became string`]: (_, { New }) => (New.properties.description.type = "string"),
  [`${POST} body.kind: self_buyout no longer allowed`]: (_, { Kind }) => Kind.enum.pop(),
  [`${POST} 200.id: integer became string`]: (_, { Order }) => (Order.properties.id.type = "string"),
  [`${POST} 200.id: removed`]: (_, { Order }) => delete Order.properties.id,
  [`${POST} 200.id: may be absent now`]: (_, { Order }) => Order.required.shift(),
  [`${POST} 200.due.amount: string became string or null`]: (_, { Money }) => (Money.properties.amount.type = ["string", "null"]),
};

for (const [expected, change] of Object.entries(PLANTED)) {
  test(`names "${expected}"`, () => assert.deepEqual(breaksAfter(change), [expected]));
}

test("an unchanged document and additions are no breaks", () => {
  const added = breaksAfter((post, { New, Kind, Order }, { paths }) => {
    paths["/new"] = { get: { responses: { 200: {} } } };
    post.parameters.push({ name: "since", in: "query", required: false, schema: { type: "string" } });
    post.parameters[1].schema.maximum = 500;
    New.properties.comment = { type: "string" };
    Kind.enum.push("express");
    Order.properties.number = { type: "string" };
    Order.required.push("due");
    Order.properties.due = { $ref: "#/components/schemas/Money" };
  });
  assert.deepEqual(added, []);
});
