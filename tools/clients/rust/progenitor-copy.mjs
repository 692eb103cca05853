// Writes a copy of the document for progenitor, which reads OpenAPI 3.0 and the documents of Dropshot.
// Usage: node progenitor-copy.mjs docs/openapi.json <copy>
import { readFileSync, writeFileSync } from "node:fs";

const [source, target] = process.argv.slice(2);
const isNull = (schema) => schema.type === "null";

/** Rewrites what OpenAPI 3.0 says in other words: null, and the types of the keys of a map. */
function older(node) {
  if (Array.isArray(node)) return node.map(older);
  if (node === null || typeof node !== "object") return node;
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, older(value)]));
  delete schema.propertyNames;
  // It makes the names of variants from the values, and emoji give no names.
  if (schema["x-enum-varnames"]) delete schema.enum;
  if (Array.isArray(schema.type)) {
    [schema.type] = schema.type.filter((type) => type !== "null");
    schema.nullable = true;
  }
  if (schema.oneOf?.some(isNull)) {
    schema.allOf = schema.oneOf.filter((choice) => !isNull(choice));
    schema.nullable = true;
    delete schema.oneOf;
  }
  return schema;
}

const document = older(JSON.parse(readFileSync(source, "utf8")));
document.openapi = "3.0.3";
delete document.info.license;
delete document.webhooks;
document.components.examples = {};
for (const response of Object.values(document.components.responses)) {
  response.content = { "application/json": { schema: response.content["application/problem+json"].schema } };
}
for (const item of Object.values(document.paths)) {
  for (const [method, { requestBody, responses }] of Object.entries(item)) {
    // It takes `default` for a success as well.
    responses["4XX"] = responses["5XX"] = responses.default;
    delete responses.default;
    if (requestBody?.content["multipart/form-data"]) delete item[method];
  }
}
writeFileSync(target, JSON.stringify(document));
