/**
 * Refuses fields that the readers would otherwise ignore: fields in the query string, single values
 * sent as lists, files in text fields and, in requests that move money, unknown fields. An ignored
 * amount would refund everything, and an ignored token would turn a card sale into cash.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isHarmless } from "../../values/masking/harmless.ts";
import { requestFiles } from "../../wire/multipart.ts";
import { RequestError } from "../../wire/request-error.ts";
import { FieldError, FormErrors, readPosForm, readPosQuery } from "./form.ts";
import { type SchemaField, type SchemaFields, unknownFields } from "./unknown-fields.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Fields that a route also reads from the query string. */
    addressFields?: readonly string[];
    /** For requests that move money: unknown fields are refused instead of ignored. */
    refusesUnknownFields?: boolean;
  }
}

const IN_ADDRESS = "Send this field in the request body, not in the query string.";
const AS_LIST = "Send one value, not a list.";
/** The session token in the query string. A sale's form has another field with this name. */
const SESSION = "token";

/** Runs for every route that has a form in its schema. */
export function refuseMisplaced(scope: FastifyInstance): void {
  scope.addHook("preHandler", async (request) => {
    const fields = schemaFields(request);
    refuseFiles(request, fields ?? {});
    if (fields === undefined) return;
    const refusesUnknown = request.routeOptions.config.refusesUnknownFields === true;
    const errors = [
      ...fieldsInAddress(request, fields).map((name) => new FieldError(name, IN_ADDRESS)),
      ...fieldsAsLists(request, fields).map((name) => new FieldError(harmless(name), AS_LIST)),
      ...(refusesUnknown ? unknownFields(sentNames(request), fields) : []),
    ];
    if (errors.length > 0) throw new FormErrors(errors);
  });
}

/** The names in the form and in the query string, without the session token. */
function sentNames(request: FastifyRequest): readonly string[] {
  const inQuery = [...readPosQuery(request).keys()].filter((name) => name !== SESSION);
  return [...readPosForm(request).keys(), ...inQuery];
}

/** The fields of the route's form, from its schema. */
function schemaFields({ routeOptions }: FastifyRequest): SchemaFields | undefined {
  const body = routeOptions.schema?.body as { readonly properties?: SchemaFields } | undefined;
  return body?.properties;
}

function fieldsInAddress(request: FastifyRequest, fields: SchemaFields): readonly string[] {
  const known = new Set(Object.keys(fields).map(plainName));
  for (const name of [SESSION, ...(request.routeOptions.config.addressFields ?? [])]) {
    known.delete(name);
  }
  return plainNames(readPosQuery(request).keys()).filter((name) => known.has(name));
}

function fieldsAsLists(request: FastifyRequest, fields: SchemaFields): readonly string[] {
  const files = requestFiles(request).map(({ field }) => field);
  const lists = [...readPosForm(request).keys(), ...files].filter((name) => name.includes("["));
  return [...new Set(lists.map(listName))].filter((name) => {
    const field = findSchemaField(fields, name);
    return field !== undefined && field.type !== "array";
  });
}

/** Only a photo is a file. A file elsewhere is a type that the route does not accept: 415. */
function refuseFiles(request: FastifyRequest, fields: SchemaFields): void {
  const isPhoto = (name: string) =>
    findSchemaField(fields, name.replace(NUMBER_AT_END, ""))?.format === "binary";
  const misplaced = requestFiles(request).find(({ field }) => !isPhoto(field));
  if (misplaced === undefined) return;
  const photos = Object.keys(fields).filter((name) => fields[name]?.format === "binary");
  throw new MisplacedFile(photos.map((name) => name.replace("[0]", "[n]")));
}

export class MisplacedFile extends RequestError {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super("unsupported_content_type", "body");
    this.allowed = allowed;
  }
}

const NUMBER_AT_END = /\[[0-9]*\]$/;
const LINE = /^line_items\[[0-9]+\](?=\[)/;
const LIST_IN_LINE = /^line_items\[[0-9]+\]\[\w+\](?=\[)/;

function listName(name: string): string {
  return LIST_IN_LINE.exec(name)?.[0] ?? plainName(name);
}

/** The caller chooses the number of a line, so it could be a card number. */
function harmless(name: string): string {
  return isHarmless(name) ? name : plainName(name);
}

/** Every line has the fields of line 0 in the schema. */
function findSchemaField(fields: SchemaFields, name: string): SchemaField | undefined {
  const shown = name.replace(LINE, "line_items[0]");
  return Object.hasOwn(fields, shown) ? fields[shown] : undefined;
}

/** Each name once. The text in brackets comes from the caller and is not repeated. */
function plainNames(names: Iterable<string>): readonly string[] {
  return [...new Set([...names].map(plainName))];
}

function plainName(name: string): string {
  return name.replace(/\[.*$/s, "");
}
