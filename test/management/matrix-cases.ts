/** All places in management requests that take an id or a name, read from the OpenAPI document. */
import assert from "node:assert/strict";
import { type Json, newBody } from "../kit/management.ts";
import type { Belongings } from "./tenants.ts";

type Kind = keyof Belongings;

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** A request with one resource of another tenant; everything else is the caller's own. */
export interface Place {
  readonly about: string;
  request(own: Belongings, other: Belongings): readonly [Method, string, Json | undefined];
}

const PREFIX = "/api/v1";
/** The kind of resource that a parameter or member names. An id in the path has the path's kind. */
const KINDS: Readonly<Record<string, Kind>> = {
  partner: "partner",
  parent: "partner",
  directPartner: "partner",
  client: "client",
  location: "location",
  contact: "user",
  serialNumber: "device",
  devices: "device",
  messageId: "transaction",
};
const OF_PATH: Readonly<Record<string, Kind>> = {
  partners: "partner",
  clients: "client",
  locations: "location",
  users: "user",
  devices: "device",
  attestations: "attestation",
  transactions: "transaction",
};
const NO_TENANT = [
  "take",
  "skip",
  "deviceState",
  "deviceType",
  "sorting.field",
  "sorting.direction",
  "country",
  "isActive",
  "modifiedSince",
  // These are compared with another tenant's in filters.test.ts.
  "mid",
  "uniqueId",
];
/** Filters that take the unique name of a resource. */
const NAMED_AT: Readonly<Record<string, readonly string[]>> = {
  name: ["/partners", "/clients", "/locations"],
  userName: ["/users"],
};
/** Ids and names that no record has. */
export const NOTHING: Belongings = nothing();

/** A valid body with the caller's own resources, for each call with a body. */
function bodyOf(path: string, own: Belongings): Json {
  const bodies: Readonly<Record<string, () => Json>> = {
    "/partners": () => newBody.partner({ id: own.partner.id }),
    "/clients": () => newBody.client({ id: own.partner.id }),
    "/locations": () => newBody.location({ client: { id: own.client.id } }),
    "/users": () => newBody.contact({ client: { id: own.client.id } }),
    "/devices": () => newBody.device({ client: { id: own.client.id } }),
    "/attestations": () => ({
      name: "x",
      completeDate: "2026-01-01",
      client: { id: own.client.id },
      devices: [{ serialNumber: own.device.name }],
    }),
  };
  return bodies[path]?.() ?? assert.fail(`no good body is known for ${path}`);
}

export function placesOf(document: Document): readonly Place[] {
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith(`${PREFIX}/`));
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const route = {
        path: path.slice(PREFIX.length).replace(/\/$/, ""),
        method: method.toUpperCase() as Method,
      };
      return [...inPath(route), ...inQuery(route, operation), ...inBody(route, operation)];
    }),
  );
}

interface Route {
  readonly method: Method;
  readonly path: string;
}

const kindOfPath = (path: string): Kind => OF_PATH[path.split("/")[1] ?? ""] ?? assert.fail(path);

function inPath({ method, path }: Route): readonly Place[] {
  if (!path.includes("{")) return [];
  const filled = (own: Belongings) =>
    path
      .replace("{id}", own[kindOfPath(path)].id)
      .replace("{messageId}", own.transaction.id)
      .replace("{serialNumber}", own.device.name)
      .replace("{deviceType}", "generic");
  const bodies: Partial<Record<Method, Json>> = { PATCH: { version: 0 }, POST: {} };
  const body = bodies[method];
  return [{ about: `${method} ${path}`, request: (_, other) => [method, filled(other), body] }];
}

function inQuery({ method, path }: Route, { parameters = [] }: Operation): readonly Place[] {
  const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  return names
    .filter((name) => !NO_TENANT.includes(name) && (NAMED_AT[name]?.includes(path) ?? true))
    .map((name) => {
      if (name in NAMED_AT) return byName({ method, path }, name);
      const kind = KINDS[name] ?? assert.fail(`nobody knows what ?${name} of ${path} names`);
      const value = (other: Belongings) => (kind === "device" ? other.device.name : other[kind].id);
      return {
        about: `${method} ${path}?${name}`,
        request: (_, other) => [method, `${path}?${name}=${value(other)}`, undefined],
      };
    });
}

function byName({ method, path }: Route, name: string): Place {
  const value = (other: Belongings) => encodeURIComponent(other[kindOfPath(path)].name);
  return {
    about: `${method} ${path}?${name}`,
    request: (_, other) => [method, `${path}?${name}=${value(other)}`, undefined],
  };
}

/** Members that contain an id or a serial number. Inline objects of new records have none. */
function inBody({ method, path }: Route, { requestBody }: Operation): readonly Place[] {
  const schema = requestBody?.content["application/json"]?.schema;
  const members = Object.entries(schema?.properties ?? {});
  const references = members.filter(
    ([name, member]) => !NO_TENANT.includes(name) && namesAnother(member),
  );
  return references.flatMap(([name]) => {
    const kind = KINDS[name] ?? assert.fail(`nobody knows what ${name} of ${path} names`);
    const by = kind === "device" ? ["serialNumber"] : ["id", "name"];
    return by.map((key) => ({
      about: `${method} ${path} ${name}.${key}`,
      request: (own: Belongings, other: Belongings) =>
        [
          method,
          ownPath(path, own),
          { ...ownBody({ method, path }, own), ...member(name, key, other[kind]) },
        ] as const,
    }));
  });
}

function namesAnother(member: Schema): boolean {
  const [inside = {}] = [member, member.items, ...(member.anyOf ?? [])].flatMap(
    (one) => one?.properties ?? [],
  );
  return "serialNumber" in inside || ("id" in inside && !("address1" in inside));
}

function ownPath(path: string, own: Belongings): string {
  return path.includes("{id}") ? path.replace("{id}", own[kindOfPath(path)].id) : path;
}

function ownBody({ method, path }: Route, own: Belongings): Json {
  return method === "PATCH" ? {} : bodyOf(path, own);
}

function member(
  name: string,
  key: string,
  other: { readonly id: string; readonly name: string },
): Json {
  if (name === "devices") return { devices: [{ serialNumber: other.name }] };
  return { [name]: key === "id" ? { id: other.id } : { name: other.name } };
}

function nothing(): Belongings {
  const none = { id: "999999999999", name: "nobody is called this" };
  const transaction = { id: "9".repeat(25), name: "" };
  const own = { partner: none, client: none, location: none, user: none, device: none };
  return { ...own, attestation: none, transaction };
}
