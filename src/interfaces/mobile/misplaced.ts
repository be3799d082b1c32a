/**
 * Fields are read in the form, under their own names, as text. In the address, spelt as a list or
 * sent as a file, one would be passed over in silence: who asks for a part of a refund would get all
 * of it, and a card's sale without its token would be cash.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isHarmless } from "../../values/harmless.ts";
import { filesOf } from "../../wire/multipart.ts";
import { FieldFault, FormFaults, formOf, queryOf } from "./form.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Fields that a route reads in the address too. */
    addressFields?: readonly string[];
  }
}

interface Property {
  readonly type?: string;
  readonly format?: string;
}

type Properties = Readonly<Record<string, Property>>;

const IN_ADDRESS = "This must be sent in the form, not in the address.";
const AS_LIST = "This is one value, not a list.";
const AS_FILE = "This is text, not a file.";
/** Of the session. A sale's form has a field of that name, and the two are not taken for each other. */
const SESSION = "token";

/** For every route that the schemas give a form, so that no call can be left out. */
export function refuseMisplaced(scope: FastifyInstance): void {
  scope.addHook("preHandler", async (request) => {
    const fields = fieldsOf(request);
    if (fields === undefined) return;
    const faults = [
      ...inAddress(request, fields).map((name) => new FieldFault(name, IN_ADDRESS)),
      ...asLists(request, fields).map((name) => new FieldFault(harmless(name), AS_LIST)),
      ...asFiles(request, fields).map((name) => new FieldFault(harmless(name), AS_FILE)),
    ];
    if (faults.length > 0) throw new FormFaults(faults);
  });
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
  const files = filesOf(request).map(({ field }) => field);
  const lists = [...formOf(request).keys(), ...files].filter((name) => name.includes("["));
  return [...new Set(lists.map(nameOfList))].filter((name) => {
    const field = fieldOf(fields, name);
    return field !== undefined && field.type !== "array";
  });
}

/** Where a file stands for text; a photo is a file. */
function asFiles(request: FastifyRequest, fields: Properties): readonly string[] {
  const names = filesOf(request).map(({ field }) => field.replace(NUMBER_AT_END, ""));
  return [...new Set(names)].filter((name) => {
    const field = fieldOf(fields, name);
    return field !== undefined && field.format !== "binary";
  });
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
