/**
 * Refuses fields that the readers would otherwise skip without a word: fields in the address, single
 * values spelled as lists, files where text belongs and, in requests that move money, unknown fields.
 * A skipped amount would refund everything, and a skipped token would turn a card sale into cash.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isHarmless } from "../../values/masking/harmless.ts";
import { requestFiles } from "../../wire/multipart.ts";
import { RequestError } from "../../wire/request-error.ts";
import { FieldError, FormErrors, formOf, queryOf } from "./form.ts";
import { unknownFields } from "./unknown-fields.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Fields that a route reads in the address too. */
    addressFields?: readonly string[];
    /** A request that moves money: an unknown field is refused, not ignored. */
    refusesUnknownFields?: boolean;
  }
}

export interface Property {
  readonly type?: string;
  readonly format?: string;
}

export type Properties = Readonly<Record<string, Property>>;

const IN_ADDRESS = "This must be sent in the form, not in the address.";
const AS_LIST = "This is one value, not a list.";
/** Of the session. A sale's form has a field of that name, and the two are not taken for each other. */
const SESSION = "token";

/** For every route that the schemas give a form, so that no call can be left out. */
export function refuseMisplaced(scope: FastifyInstance): void {
  scope.addHook("preHandler", async (request) => {
    const fields = fieldsOf(request);
    refuseFiles(request, fields ?? {});
    if (fields === undefined) return;
    const refusesUnknown = request.routeOptions.config.refusesUnknownFields === true;
    const errors = [
      ...inAddress(request, fields).map((name) => new FieldError(name, IN_ADDRESS)),
      ...asLists(request, fields).map((name) => new FieldError(harmless(name), AS_LIST)),
      ...(refusesUnknown ? unknownFields(sentNames(request), fields) : []),
    ];
    if (errors.length > 0) throw new FormErrors(errors);
  });
}

/** The names in the form and in the address, where the session's token belongs. */
function sentNames(request: FastifyRequest): readonly string[] {
  const inQuery = [...queryOf(request).keys()].filter((name) => name !== SESSION);
  return [...formOf(request).keys(), ...inQuery];
}

/** What the route's form has, as the document says it. */
function fieldsOf({ routeOptions }: FastifyRequest): Properties | undefined {
  const body = routeOptions.schema?.body as { readonly properties?: Properties } | undefined;
  return body?.properties;
}

function inAddress(request: FastifyRequest, fields: Properties): readonly string[] {
  const known = new Set(Object.keys(fields).map(plainName));
  for (const name of [SESSION, ...(request.routeOptions.config.addressFields ?? [])]) {
    known.delete(name);
  }
  return plainNames(queryOf(request).keys()).filter((name) => known.has(name));
}

function asLists(request: FastifyRequest, fields: Properties): readonly string[] {
  const files = requestFiles(request).map(({ field }) => field);
  const lists = [...formOf(request).keys(), ...files].filter((name) => name.includes("["));
  return [...new Set(lists.map(nameOfList))].filter((name) => {
    const field = fieldOf(fields, name);
    return field !== undefined && field.type !== "array";
  });
}

/** Only a photo is a file. A file elsewhere is a type that the route does not accept: 415. */
function refuseFiles(request: FastifyRequest, fields: Properties): void {
  const isPhoto = (name: string) =>
    fieldOf(fields, name.replace(NUMBER_AT_END, ""))?.format === "binary";
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

function nameOfList(name: string): string {
  return LIST_IN_LINE.exec(name)?.[0] ?? plainName(name);
}

/** A line's number is the caller's, and could be a card's. */
function harmless(name: string): string {
  return isHarmless(name) ? name : plainName(name);
}

/** Every line has the fields of the one that the document shows. */
function fieldOf(fields: Properties, name: string): Property | undefined {
  const shown = name.replace(LINE, "line_items[0]");
  return Object.hasOwn(fields, shown) ? fields[shown] : undefined;
}

/** Each once. What stands in brackets is the caller's, and is not repeated. */
function plainNames(names: Iterable<string>): readonly string[] {
  return [...new Set([...names].map(plainName))];
}

function plainName(name: string): string {
  return name.replace(/\[.*$/s, "");
}
