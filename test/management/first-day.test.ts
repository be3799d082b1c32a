/** A: a client that knows only /openapi.json does the work of a partner's first day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { openManagementApp } from "../kit/management.ts";
import { resolveReferences } from "../kit/open-api.ts";

type Json = Record<string, unknown>;

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Operation {
  readonly summary: string;
  readonly security: readonly Record<string, unknown>[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly securitySchemes: Record<string, { scheme?: string }> };
}

let made = 0;

/** Finds calls by their summaries, builds bodies from their schemas and checks every answer. */
class OutsideClient {
  readonly #base: string;
  readonly #document: Document;
  readonly #authorization: string;

  constructor(base: string, document: Document, [name, password]: readonly [string, string]) {
    this.#base = base;
    this.#document = document;
    this.#authorization = `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
  }

  static async open(base: string, login: readonly [string, string]): Promise<OutsideClient> {
    const published = (await (await fetch(`${base}/openapi.json`)).json()) as Document;
    const document = resolveReferences(published, published);
    const schemes = Object.values(document.components.securitySchemes);
    assert.ok(schemes.some(({ scheme }) => scheme === "basic"));
    return new OutsideClient(base, document, login);
  }

  // biome-ignore lint/suspicious/noExplicitAny: an outside client has no types but the document's
  async do(summary: RegExp, path: Json = {}, wish: Json = {}): Promise<any> {
    const [url, method, operation] = this.#find(summary);
    const address = url.replace(/\{(\w+)\}/g, (_, name) => String(path[name]));
    const query = new URLSearchParams(
      Object.entries(path).filter(([name]) => !url.includes(`{${name}}`)) as [string, string][],
    );
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const body = schema && JSON.stringify(this.#fill(schema, wish, method === "patch"));
    const response = await fetch(`${this.#base}${address}?${query}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: this.#authorization,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${method} ${address} ${body}: ${text}`);
    const told = operation.responses["200"]?.content?.["application/json"]?.schema;
    if (told === undefined || text === "") return undefined;
    const answer = JSON.parse(text);
    assert.deepEqual(Value.Errors(strict(told), answer), [], `${method} ${address}: ${text}`);
    return answer;
  }

  #find(summary: RegExp): readonly [string, string, Operation] {
    const all = Object.entries(this.#document.paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => [url, method, operation] as const),
    );
    const found = all.filter(
      ([url, , operation]) => url.startsWith("/api/v1/") && summary.test(operation.summary),
    );
    assert.equal(found.length, 1, String(summary));
    return found[0] ?? assert.fail();
  }

  /** Required members get a value that fits their schema, unless one is given. */
  #fill(schema: Schema, wish: Json, isUpdate: boolean): Json {
    const required = isUpdate ? [] : (schema.required ?? []);
    const names = new Set([...required, ...Object.keys(wish)]);
    return Object.fromEntries(
      [...names].map((name) => {
        const member = schema.properties?.[name] ?? assert.fail(`${name} is in no schema`);
        return [name, this.#value(member, wish[name], name)];
      }),
    );
  }

  #value(schema: Schema, wish: unknown, name: string): unknown {
    if (schema.type === "object" && !Array.isArray(wish)) {
      return this.#fill(schema, (wish as Json | undefined) ?? {}, false);
    }
    if (wish !== undefined) return wish;
    if (schema.enum !== undefined) return schema.enum[0];
    if (schema.type === "boolean") return true;
    if (name === "email") return `someone${++made}@outside.test`;
    const text = name === "code" ? "US" : `${name} ${++made}`;
    return text.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, "x");
  }
}

/** Answers must not have members that the document does not have. */
function strict(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === "object" && value.properties !== undefined
      ? { ...value, additionalProperties: false }
      : value,
  );
}

test("A: a partner can do its first day's work with /openapi.json alone", async (t) => {
  const { app, server } = await openManagementApp(t);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const outside = await OutsideClient.open(base, ["harbor", "certification-partner"]);
  const [own] = (await outside.do(/List your partner/)).data;
  const partner = await outside.do(/Create a sub-partner/, {}, { parent: { id: own.id } });
  await outside.do(/Update a partner/, partner, {
    partnerKey: "a key of at least 24 characters",
    allowList: ["127.0.0.0/8"],
    version: 0,
  });
  const client = await outside.do(/Create a client/, {}, { directPartner: { id: partner.id } });
  const location = await outside.do(/Create another location/, {}, { client: { id: client.id } });
  const user = await outside.do(
    /Create a user/,
    {},
    { client: { id: client.id }, userRole: "Client User", sendWelcomeEmail: true },
  );
  const type = (await outside.do(/List device types/)).data[0];
  const serials: string[] = [];
  for (let n = 0; n < 3; n++) {
    const device = await outside.do(
      /Register a device/,
      {},
      {
        client: { id: client.id },
        location: { id: location.id },
        deviceType: { id: type.id },
      },
    );
    await outside.do(/Update a device/, device, { deviceState: { name: "activating" } });
    const whole = await outside.do(/^Get a device$/, device);
    assert.deepEqual([whole.deviceState.name, whole.partner.id], ["activating", partner.id]);
    serials.push(whole.serialNumber);
  }
  const { total } = await outside.do(/List devices/, {
    client: client.id,
    deviceState: "activating",
  });
  assert.equal(total, 3);
  assert.equal(
    (await outside.do(/by serial number/, { serialNumber: serials[0], deviceType: type.name }))
      .serialNumber,
    serials[0],
  );
  const attested = await outside.do(
    /Attest an inspection/,
    {},
    {
      client: { id: client.id },
      completeDate: "2026-11-01 12:00:00",
      devices: serials.map((serialNumber) => ({ serialNumber })),
    },
  );
  assert.equal(attested.length, 3);
  await outside.do(/^Get an attestation$/, { id: attested[0].id });
  assert.equal((await outside.do(/List attestations/, { client: client.id })).total, 3);
  assert.equal((await outside.do(/List locations/, { client: client.id })).total, 2);
  assert.equal((await outside.do(/List users/, { client: client.id })).total, 2);
  await outside.do(/Update a user/, user, { phone: "4105550199" });
  await outside.do(/^Get a user$/, user);
  await outside.do(/Update a location/, location, { notes: "by the interface" });
  await outside.do(/^Get a location$/, location);
  await outside.do(/Update a client/, client, { mid: "M-1", version: 0 });
  assert.equal((await outside.do(/^Get a client$/, client)).version, 1);
  await outside.do(/Delete an unused user/, user);
  const spare = await outside.do(/Create a client/, {}, { directPartner: { id: partner.id } });
  const extra = await outside.do(/Create another location/, {}, { client: { id: spare.id } });
  await outside.do(/Delete an unused location/, extra);
  await outside.do(/Delete an unused client/, spare);
  assert.equal((await outside.do(/List clients/, { partner: partner.id })).total, 1);
  assert.equal((await outside.do(/List parser calls/)).total, 0);
  assert.equal((await outside.do(/List device states/, { take: "19" })).data.length, 19);
  await outside.do(/^Get a partner$/, partner);
  const emails = await app.database.owner.rows`select from outbox where event = 'user.welcome'`;
  assert.equal(emails.length, 1);
});
