/**
 * The schemas of an OpenAPI document, closed and compiled. It is CommonJS, and loaded by Node itself, because jest loads
 * a module anew for each test file: reading openapi.yaml takes longer than many of them run.
 */
const addFormats = require('ajv-formats');
const { Ajv2020 } = require('ajv/dist/2020.js');
const { parse } = require('yaml');

/** What OpenAPI says in schemas beyond JSON Schema. */
const NOTES = ['discriminator', 'example', 'externalDocs', 'xml'];

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** How the keywords that hold schemas for a part of the value, or for the value itself, are closed. */
const CLOSING = {
  properties: (schemas) => mapValues(schemas, closed),
  patternProperties: (schemas) => mapValues(schemas, closed),
  additionalProperties: (schema) => closed(schema),
  items: (schema) => closed(schema),
  prefixItems: (schemas) => schemas.map(closed),
  // These look at the value as a whole together with their neighbours: only its parts are closed in them.
  allOf: (schemas) => schemas.map(withClosedParts),
  anyOf: (schemas) => schemas.map(withClosedParts),
  oneOf: (schemas) => schemas.map(withClosedParts),
  then: (schema) => withClosedParts(schema),
  else: (schema) => withClosedParts(schema),
};

/** The schema with every object inside the value closed, but not the value itself. */
function withClosedParts(schema) {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, CLOSING[keyword]?.(value) ?? value]),
  );
}

/**
 * The schema with every object in it closed: it has no member but those that its `properties`, those of what it refers
 * to and is composed of, or its `additionalProperties` allow. A schema that asks for nothing still allows everything.
 */
function closed(schema) {
  if (!isObject(schema)) return schema;
  const asks = ['type', '$ref', 'properties', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
  return { ...withClosedParts(schema), ...(asks && { unevaluatedProperties: schema.unevaluatedProperties ?? false }) };
}

const COMPONENTS = '#/components/schemas/';

/** The schema with its references into the document made references into the schema `api`. */
const anchored = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(COMPONENTS, 'api#/$defs/') : value,
  );

/** @param {string} text an OpenAPI document as YAML */
function readApi(text) {
  const document = parse(text);
  const ajv = new Ajv2020({
    // A keyword or a format that is not known would go unchecked.
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors: true,
  });
  addFormats(ajv);
  ajv.addVocabulary(NOTES);
  // References lead to what may stand in an `allOf`; whoever refers to it closes it.
  const schemas = mapValues(document.components?.schemas ?? {}, withClosedParts);
  ajv.addSchema(anchored({ $id: 'api', $defs: schemas }));

  const compiled = new Map();
  const validatorOf = (schema) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(anchored(closed(schema)));
    compiled.set(key, validate);
    return validate;
  };
  return { document, violations: (schema, value) => violations(validatorOf(schema), value) };
}

function violations(validate, value) {
  if (validate(value)) return [];
  return validate.errors.map(({ instancePath, message, params }) => {
    const about =
      params.unevaluatedProperty ?? params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
    const detail = about === undefined ? '' : `: ${JSON.stringify(about)}`;
    return `${instancePath === '' ? '(whole)' : instancePath} ${message}${detail}`;
  });
}

let latest;

/** Reads a document, or gives what it gave for the same text before. */
exports.apiOf = (text) => {
  if (latest?.text !== text) latest = { text, api: readApi(text) };
  return latest.api;
};
