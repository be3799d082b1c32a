/** Clients of the management API, and valid request bodies for its resources. */
import assert from "node:assert/strict";
import { openTestApp, type TestApp } from "./app.ts";
import type { Lifetime } from "./shared.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };

export type Json = Record<string, unknown>;
type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads other members, and its assertions check them
  readonly body: any;
}

/** One user of one partner. */
export class Partner {
  readonly #app: TestApp;
  readonly #authorization: string;

  constructor(app: TestApp, userName: string, password = "certification-partner") {
    this.#app = app;
    this.#authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}`;
  }

  async call(method: Method, path: string, body?: unknown): Promise<Reply> {
    const reply = await this.#app.server.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        authorization: this.#authorization,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
  }

  async get(path: string) {
    const { status, body } = await this.call("GET", path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Returns the new id, or the answer if it has none. */
  async post(path: string, body: Json) {
    const reply = await this.call("POST", path, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.id ?? reply.body;
  }

  async patch(path: string, body: Json): Promise<void> {
    const reply = await this.call("PATCH", path, body);
    assert.deepEqual([reply.status, reply.body], [200, { id: path.split("/").at(-1) }]);
  }

  async delete(path: string): Promise<void> {
    assert.deepEqual(await this.call("DELETE", path), { status: 200, body: undefined });
  }

  /** Returns the invalid attributes and their codes, in the order of the answer. */
  async errors(method: Method, path: string, body?: unknown): Promise<readonly string[]> {
    const reply = await this.call(method, path, body);
    assert.deepEqual(
      [reply.status, reply.body.errorCode, reply.body.message],
      [409, 7409, "Data validation constraints."],
      JSON.stringify(reply.body),
    );
    return reply.body.errors.map((error: Record<string, Json>) => {
      const [[name, problem] = []] = Object.entries(error);
      assert.equal(problem?.["attribute"], name);
      assert.ok(String(problem?.["message"]).startsWith(`${name} `), String(problem?.["message"]));
      return `${name} ${problem?.["errorCode"]}`;
    });
  }
}

/** Opens the certification data: harbor, its sub-partner harbor-retail, and the partner summit. */
export async function openManagementApp(t: Lifetime, settings = {}, access = {}) {
  const app = await openTestApp(t, settings, { ...NO_LIMITS, ...access });
  const [harbor, retail, summit] = ["harbor", "harbor-retail", "summit"].map(
    (name) => new Partner(app, name),
  ) as [Partner, Partner, Partner];
  const rows = await app.database.owner.rows<{ reference: string; id: string }>`
    select reference, id from partners`;
  const ids = Object.fromEntries(rows.map(({ reference, id }) => [reference, id]));
  return { ...app, app, harbor, retail, summit, ids };
}

/** All management records as one text, to show that nothing changed. */
export function snapshotManagement({ database }: Pick<TestApp, "database">) {
  return database.owner.rows`
    select (select json_agg(p order by id) from partners p)::text
      || (select json_agg(c order by id) from clients c)::text
      || (select json_agg(l order by id) from locations l)::text
      || (select json_agg(u order by id) from contacts u)::text
      || (select json_agg(d order by id) from devices d)::text
      || (select json_agg(a order by id) from attestations a)::text
      || (select json_agg(k order by partner_id) from partner_credentials k)::text
      || (select count(*) from audit_entries)::text as all`;
}

let made = 0;
const next = () => ++made;

const newLocation = (more: Json = {}) => ({
  name: `Place ${next()}`,
  locationType: "Merchant retail location",
  country: { code: "US" },
  address1: "1 Quay Street",
  city: "Baltimore",
  ...more,
});

const newContact = (more: Json = {}) => ({
  userName: `user-${next()}`,
  firstName: "Ada",
  lastName: "Keel",
  email: "ada@client.test",
  phone: "4105550100",
  userRole: "Client Admin",
  isActive: true,
  ...more,
});

const newClient = (directPartner: Json, more: Json = {}) => ({
  name: `Client ${next()}`,
  directPartner,
  location: newLocation(),
  contact: newContact(),
  ...more,
});

const newPartner = (parent: Json, more: Json = {}) => {
  const reference = `partner-${next()}`;
  return {
    name: `${reference} name`,
    reference,
    parent,
    location: newLocation({ locationType: "Partner Location" }),
    contact: newContact({ userRole: "Partner User" }),
    ...more,
  };
};

const newDevice = (more: Json = {}) => ({
  serialNumber: `SN${next()}`,
  deviceType: { name: "generic" },
  ...more,
});

/** Valid request bodies, with a new name each time. */
export const newBody = {
  partner: newPartner,
  client: newClient,
  location: newLocation,
  contact: newContact,
  device: newDevice,
};
