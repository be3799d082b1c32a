/** The management interface on a new database, with a few partners. */
import assert from "node:assert/strict";
import Fastify, { type FastifyInstance } from "fastify";
import { openManagement } from "../../src/app/areas/management.ts";
import { Access } from "../../src/core/access/access.ts";
import { MANAGEMENT_POLICY } from "../../src/core/access/failures/login-policy.ts";
import type { ManagementUser } from "../../src/core/management/logins/authenticate-user.ts";
import type { SigningUser } from "../../src/core/management/logins/authenticate-user-signed.ts";
import { LoginStore } from "../../src/core/management/logins/login-store.ts";
import { NonceStore } from "../../src/core/management/logins/nonce-store.ts";
import { ApiSecretStore } from "../../src/core/management/users/api-secret-store.ts";
import { JournalPageStore } from "../../src/core/parser/journal/journal-page-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { managementInterface } from "../../src/interfaces/management/interface.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openDatabase } from "./database.ts";
import { refuseMethods } from "./known-paths.ts";
import { hashCheaply, openCheapPasswords } from "./passwords.ts";
import type { Lifetime } from "./shared.ts";
import { linksTo } from "./test-config.ts";

const PASSWORD = "certification-partner";
const PASSWORD_HASH = await hashCheaply(new Secret(PASSWORD));

interface NewPartner {
  readonly parentId?: string;
  readonly role?: string;
  readonly isActive?: boolean;
}

/**
 * A partner with its office and one user. All of them have the partner's reference as their name.
 */
export async function addPartner(
  owner: DatabasePool,
  reference: string,
  { parentId, role = "Partner User", isActive = true }: NewPartner = {},
): Promise<string> {
  const [partner] = await owner.rows<{ id: string }>`
    insert into partners (name, reference, parent_id, path, is_active)
    values (${`${reference} name`}, ${reference}, ${parentId ?? null}, '{}', ${isActive})
    returning id`;
  const id = partner?.id ?? "";
  await owner.rows`
    update partners set path = coalesce(
      (select path from partners above where above.id = partners.parent_id), '{}') || id
    where id = ${id}`;
  await owner.rows`
    with office as (
      insert into locations (partner_id, name, location_type, country_code, address1, city)
      values (${id}, ${`${reference} office`}, 'Partner Location', 'US', '1 Way', 'Town')
      returning id
    ), person as (
      insert into contacts (partner_id, user_name, first_name, last_name, email, phone, user_role)
      values (${id}, ${reference}, 'Ada', 'Keel', 'a@partner.test', '4105550201', ${role})
      returning id
    ), login as (
      insert into contact_credentials
        (contact_id, user_name, partner_id, user_role, is_active, password_hash)
      select id, ${reference}, ${id}, ${role}, true, ${PASSWORD_HASH} from person
    )
    update partners set
      location_id = (select id from office), contact_id = (select id from person)
    where id = ${id}`;
  return id;
}

/** The tree harbor › retail › kiosk, and summit beside it. */
export async function openApi(t: Lifetime, { passwords = openCheapPasswords() } = {}) {
  const { app: db, owner, payments } = await openDatabase(t);
  const harbor = await addPartner(owner, "harbor");
  const retail = await addPartner(owner, "retail", { parentId: harbor });
  const kiosk = await addPartner(owner, "kiosk", { parentId: retail });
  const summit = await addPartner(owner, "summit");
  const log: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const routes: { readonly url: string; readonly schema?: unknown }[] = [];
  const app = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    logger: { level: "error", stream },
  });
  refuseMethods(app as unknown as FastifyInstance);
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook("onRoute", (route) => void routes.push(route));
  const [custody, clock] = [await openTestCustody(db), new StandingClock()];
  const access = new Access({ database: db, custody, clock });
  const needs = {
    custody,
    clock,
    passwords,
    ...openManagement({ db, custody, clock, links: linksTo("http://127.0.0.1:8080") }),
    logins: new LoginStore(db),
    apiSecrets: new ApiSecretStore(db),
    nonces: new NonceStore({ db: payments, clock, queueMax: 100 }),
    journalPages: new JournalPageStore(db),
    userChecker: access.createChecker<ManagementUser>(MANAGEMENT_POLICY),
    userSignerChecker: access.createChecker<SigningUser>(MANAGEMENT_POLICY),
    partnerLimit: access.partners,
    explainsLogins: false,
  };
  await app.register((scope) => managementInterface(scope, needs), { prefix: "/api/v1" });
  t.after(() => app.close());
  return { app, db, owner, log, routes, ids: { harbor, retail, kiosk, summit } };
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export const basic = (user: string, password = PASSWORD) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

export async function get({ app }: Api, path: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const reply = await app.inject({ url: `/api/v1${path}`, headers });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Checks the shape that all errors of this interface have. Returns the other members. */
export function assertError(
  reply: { status: number; body: Record<string, unknown> },
  expected: [status: number, errorCode: number, message: string],
) {
  const { uuid, errorCode, message, ...rest } = reply.body;
  assert.deepEqual([reply.status, errorCode, message], expected);
  assert.match(String(uuid), UUID);
  return rest;
}
