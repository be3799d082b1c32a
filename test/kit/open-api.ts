/** The OpenAPI document for tests: as the program publishes it, but without a database. */
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import { openApiOptions } from "../../src/app/http/open-api/document.ts";
import { VERSION } from "../../src/app/version.ts";
import { eventInterface } from "../../src/interfaces/gateway/events/interface.ts";
import { paymentInterface } from "../../src/interfaces/gateway/payments/interface.ts";
import { reportingInterface } from "../../src/interfaces/gateway/reporting/interface.ts";
import { statusInterface } from "../../src/interfaces/gateway/status/interface.ts";
import { managementInterface } from "../../src/interfaces/management/interface.ts";
import { operationsInterface } from "../../src/interfaces/operations/interface.ts";
import { parserInterface } from "../../src/interfaces/parser/interface.ts";
import { posInterface } from "../../src/interfaces/pos/interface.ts";

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export type Content = Readonly<Record<string, Media>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

export interface Answer {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<
    Record<string, { readonly description?: string; readonly schema: Schema }>
  >;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: { readonly transaction: { readonly post: Operation } };
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** Stands for every need of an interface: routes use their needs only when they are called. */
const NOTHING: never = new Proxy(() => undefined, {
  get: (_, name) => (name === "then" || name === Symbol.toPrimitive ? undefined : NOTHING),
  apply: () => NOTHING,
  construct: () => NOTHING,
}) as never;

/** Each process builds it once. */
let built: Promise<string> | undefined;

/** The same as the program's, in a tenth of the time. */
export async function buildDocument(): Promise<Document> {
  built ??= writeDocument();
  return JSON.parse(await built);
}

async function writeDocument(): Promise<string> {
  const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  await server.register(swagger, openApiOptions({ version: VERSION, publicUrl: undefined }));
  const interfaces: Record<string, (scope: FastifyInstance) => Promise<void>> = {
    "/api/v1": (scope) => managementInterface(scope, NOTHING),
    "/api/decrypt/parser": (scope) => parserInterface(scope, NOTHING),
    "/api/json": (scope) => posInterface(scope, NOTHING),
    "/api/qsapi/3.8": (scope) => paymentInterface(scope, NOTHING),
    "/api/tsapi/3.8": (scope) => statusInterface(scope, NOTHING),
    "/api/rsapi/3.8": (scope) => reportingInterface(scope, NOTHING),
    "/api/events/1.0": (scope) => eventInterface(scope, NOTHING),
    "": (scope) => operationsInterface(scope, { metrics: { from: [] } } as never),
  };
  for (const [prefix, one] of Object.entries(interfaces)) await server.register(one, { prefix });
  await server.ready();
  const document = JSON.stringify(server.swagger());
  await server.close();
  return document;
}

/** Puts every component in the places that refer to it, so that validators need no references. */
export function resolveReferences<Part>(
  part: Part,
  { components }: { readonly components: object },
): Part {
  const resolve = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(resolve);
    if (typeof one !== "object" || one === null) return one;
    const { $ref, ...others } = one as { readonly $ref?: string };
    const found = $ref === undefined ? {} : findComponent({ components }, $ref);
    const resolved = Object.entries({ ...found, ...others });
    return Object.fromEntries(resolved.map(([name, value]) => [name, resolve(value)]));
  };
  return resolve(part) as Part;
}

function findComponent(document: object, reference: string): object {
  const [, ...steps] = reference.split("/");
  const found = steps.reduce<unknown>(
    (part, step) => (part as Record<string, unknown> | undefined)?.[step],
    document,
  );
  if (typeof found !== "object" || found === null) throw new Error(`${reference} does not exist`);
  return found;
}

/** The published document of a server, with every reference resolved, in a test's own type. */
export async function fetchResolvedDocument<Own>(server: FastifyInstance): Promise<Own> {
  const published = (await server.inject("/openapi.json")).json();
  return resolveReferences(published, published);
}

/** The document with every reference resolved. */
export async function buildResolvedDocument(): Promise<Document> {
  const document = await buildDocument();
  return resolveReferences(document, document);
}

/** Every call of the document. */
export function listOperations({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}
