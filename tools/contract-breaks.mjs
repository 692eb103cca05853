// Compares two OpenAPI documents, and names what breaks programs that were written for the older one. New operations, optional
// parameters, fields and values of responses are no breaks: docs/api/versions.md says so to programs.

const METHODS = ["get", "put", "post", "patch", "delete"];
// Limits of a value in a request, with whether a larger number allows more.
const LIMITS = { maxLength: true, maximum: true, maxItems: true, minLength: false, minimum: false, minItems: false };

/** The breaks, as "<operation> <place>: <what>". */
export function contractBreaks(released, current) {
  const comparison = new Comparison(released, current);
  for (const [path, item] of Object.entries(released.paths)) {
    for (const method of METHODS.filter((method) => item[method])) {
      comparison.compareOperations(`${method.toUpperCase()} ${path}`, item[method], current.paths[path]?.[method]);
    }
  }
  return [...comparison.breaks];
}

class Comparison {
  breaks = new Set();
  #compared = new Set();

  constructor(released, current) {
    this.released = released;
    this.current = current;
  }

  compareOperations(name, old, now) {
    if (!now) return this.breaks.add(`${name}: removed`);
    const find = (operation, { name, in: place }) => operation.parameters?.find((other) => other.name === name && other.in === place);
    for (const parameter of old.parameters ?? []) {
      const place = `${name} ${parameter.in} ${parameter.name}`;
      const other = find(now, parameter);
      if (!other) this.breaks.add(`${place}: removed`);
      else this.#compareSchemas(place, parameter.schema, other.schema, true);
    }
    for (const parameter of now.parameters ?? []) {
      const isNewlyRequired = parameter.required && !find(old, parameter)?.required;
      if (isNewlyRequired) this.breaks.add(`${name} ${parameter.in} ${parameter.name}: required now`);
    }
    if (now.requestBody?.required && !old.requestBody?.required) this.breaks.add(`${name} body: required now`);
    if (old.requestBody) this.#compareContent(`${name} body`, old.requestBody, now.requestBody, true);
    for (const [status, response] of Object.entries(old.responses).filter(([status]) => status.startsWith("2"))) {
      this.#compareContent(`${name} ${status}`, response, now.responses[status], false);
    }
  }

  #compareContent(place, old, now, isRequest) {
    if (!now) return this.breaks.add(`${place}: removed`);
    for (const [type, { schema }] of Object.entries(old.content ?? {})) {
      const other = now.content?.[type];
      if (!other) this.breaks.add(`${place} ${type}: removed`);
      else this.#compareSchemas(place, schema, other.schema, isRequest);
    }
  }

  #compareSchemas(place, oldSchema, nowSchema, isRequest) {
    const pair = JSON.stringify([oldSchema, nowSchema, isRequest]);
    // A schema that many operations use is reported once.
    if (oldSchema.$ref || nowSchema.$ref) {
      if (this.#compared.has(pair)) return;
      this.#compared.add(pair);
    }
    const old = read(oldSchema, this.released);
    const now = read(nowSchema, this.current);
    const [narrow, wide] = isRequest ? [old, now] : [now, old];
    const foreign = narrow.types.filter((type) => !wide.types.includes(type) && !(type === "integer" && wide.types.includes("number")));
    if (foreign.length > 0 || (old.schema.format ?? "") !== (now.schema.format ?? "")) {
      return this.breaks.add(`${place}: ${describe(old)} became ${describe(now)}`);
    }
    if (isRequest) this.#compareLimits(place, old.schema, now.schema);
    this.#compareFields(place, old.schema, now.schema, isRequest);
    for (const word of ["items", "additionalProperties"]) {
      const isSchema = typeof old.schema[word] === "object" && typeof now.schema[word] === "object";
      if (isSchema) this.#compareSchemas(`${place}[]`, old.schema[word], now.schema[word], isRequest);
    }
    for (const [key, variant] of old.variants) {
      const other = now.variants.get(key);
      if (other) this.#compareSchemas(`${place} ${key}`, variant, other, isRequest);
      else if (isRequest) this.breaks.add(`${place} ${key}: removed`);
    }
  }

  #compareLimits(place, old, now) {
    const lost = old.enum ? old.enum.filter((value) => now.enum && !now.enum.includes(value)) : now.enum && ["other values"];
    if (lost?.length > 0) this.breaks.add(`${place}: ${lost.join(", ")} no longer allowed`);
    for (const [word, isUpper] of Object.entries(LIMITS)) {
      const [before, after] = [old[word] ?? (isUpper ? Infinity : -Infinity), now[word] ?? (isUpper ? Infinity : -Infinity)];
      if (isUpper ? after < before : after > before) this.breaks.add(`${place}: ${word} became ${after}`);
    }
  }

  #compareFields(place, old, now, isRequest) {
    const [before, after] = [old.properties ?? {}, now.properties ?? {}];
    for (const [name, schema] of Object.entries(before)) {
      if (name in after) this.#compareSchemas(`${place}.${name}`, schema, after[name], isRequest);
      else if (!isRequest || now.additionalProperties === false) this.breaks.add(`${place}.${name}: removed`);
    }
    const [oldRequired, nowRequired] = [old.required ?? [], now.required ?? []];
    const added = nowRequired.filter((name) => !oldRequired.includes(name));
    const dropped = oldRequired.filter((name) => !nowRequired.includes(name) && name in after);
    for (const name of isRequest ? added : []) this.breaks.add(`${place}.${name}: required now`);
    for (const name of isRequest ? [] : dropped) this.breaks.add(`${place}.${name}: may be absent now`);
  }
}

/** A schema without its references: its types, and its variants by what tells them apart. */
function read(schema, document) {
  let found = schema;
  while (found.$ref) found = document.components.schemas[found.$ref.split("/").pop()];
  const choices = found.oneOf ?? found.anyOf ?? [];
  const others = choices.filter((choice) => choice.type !== "null");
  const hasNull = others.length < choices.length;
  // An optional reference is the schema itself, or null.
  if (others.length === 1) {
    const inner = read(others[0], document);
    return hasNull ? { ...inner, types: [...inner.types, "null"] } : inner;
  }
  const types = others.length > 0 ? [] : [found.type ?? "any"].flat();
  return {
    schema: found,
    types: [...types, ...(others.length > 0 ? ["one of several"] : []), ...(hasNull ? ["null"] : [])],
    variants: new Map(others.map((choice, index) => [variantKey(choice, index), choice])),
  };
}

function variantKey(choice, index) {
  if (choice.$ref) return choice.$ref.split("/").pop();
  const tag = Object.values(choice.properties ?? {}).find(({ enum: values }) => values?.length === 1);
  return tag?.enum[0] ?? choice.required?.join("+") ?? choice.type ?? String(index);
}

const describe = ({ types, schema }) => types.join(" or ") + (schema.format ? ` (${schema.format})` : "");

/** The part of a document that the comparison needs. */
export function contractOf({ openapi, info, paths, components }) {
  const strip = (node, isMap) => {
    if (Array.isArray(node)) return node.map((value) => strip(value));
    if (node === null || typeof node !== "object") return node;
    const kept = Object.entries(node).filter(([key]) => isMap || !DROPPED.has(key));
    return Object.fromEntries(kept.map(([key, value]) => [key, strip(value, key === "properties")]));
  };
  const mapValues = (map, change) => Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
  const contractOfOperation = ({ parameters, requestBody, responses }) => {
    const successes = Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith("2")));
    return strip({ parameters, requestBody, responses: successes });
  };
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: mapValues(paths, (item) => mapValues(item, contractOfOperation)),
    components: { schemas: strip(components.schemas, true) },
  };
}
const DROPPED = new Set(["description", "summary", "example", "examples", "pattern", "x-enum-varnames", "default"]);
