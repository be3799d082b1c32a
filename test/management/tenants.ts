/** Several tenants, some above others, each with one of every resource. */
import assert from "node:assert/strict";
import { newBody, openManagementApp, Partner } from "../kit/management.ts";
import type { Lifetime } from "../kit/shared.ts";
import { testConfig } from "../kit/test-config.ts";

/** The resources of one tenant, by the names that routes and references use. */
export interface Belongings {
  readonly partner: Named;
  readonly client: Named;
  readonly location: Named;
  readonly user: Named;
  readonly device: Named;
  readonly attestation: Named;
  readonly transaction: Named;
}

/** A reference can have the name instead of the id. */
interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Tenant {
  readonly name: string;
  readonly program: Partner;
  readonly own: Belongings;
}

type Management = Awaited<ReturnType<typeof openManagementApp>>;

/** Without a request log, because these tests send thousands of requests and do not read it. */
const NO_REQUEST_LOG = { retention: { ...testConfig().retention, requestLogDays: 0 } };

export async function openTenants(t: Lifetime) {
  const management = await openManagementApp(t, NO_REQUEST_LOG);
  const { harbor, retail, summit, ids } = management;
  const make = async (name: string, program: Partner, partnerId: string): Promise<Tenant> => ({
    name,
    program,
    own: await fill(management, program, partnerId),
  });
  const below = async (name: string, parent: Partner, parentId = "") => {
    const contact = newBody.contact({ userName: name, userRole: "Partner User" });
    const id = await parent.post(
      "/partners",
      newBody.partner({ id: parentId }, { contact, reference: name }),
    );
    await givePassword(management, name);
    return make(name, new Partner(management.app, name), id);
  };
  const tenants = [
    await make("harbor", harbor, ids["harbor"] ?? ""),
    await make("retail", retail, ids["harbor-retail"] ?? ""),
    await below("kiosk", retail, ids["harbor-retail"]),
    await below("depot", harbor, ids["harbor"]),
    await make("summit", summit, ids["summit"] ?? ""),
    await below("branch", summit, ids["summit"]),
    await make("inactive", new Partner(management.app, "elsewhere"), ids["elsewhere"] ?? ""),
  ];
  const { owner } = management.database;
  await owner.rows`update partners set is_active = false where reference = 'elsewhere'`;
  const filled = await fill(management, harbor, ids["harbor"] ?? "");
  await remove(management, filled);
  // Partners are never deleted, so this is an id that never existed.
  const deleted = { ...filled, partner: { id: "999999999998", name: "no partner" } };
  return { management, tenants, deleted };
}

/** The password of the test data, because hashing another one is slow. */
export async function givePassword({ database }: Management, userName: string): Promise<void> {
  await database.owner.rows`
    update contact_credentials set password_hash = (
      select password_hash from contact_credentials where user_name = 'harbor')
    where user_name = ${userName}`;
}

export async function fill(
  { database }: Management,
  program: Partner,
  partnerId: string,
): Promise<Belongings> {
  const partner = await program.get(`/partners/${partnerId}`);
  const client = await program.post("/clients", newBody.client({ id: partnerId }));
  const { name, location, contact } = await program.get(`/clients/${client}`);
  const { userName } = await program.get(`/users/${contact.id}`);
  const wish = newBody.device({ client: { id: client } });
  const device = await program.post("/devices", wish);
  const [attestation] = await program.post("/attestations", {
    name: "x",
    completeDate: "2026-01-01",
    client: { id: client },
    devices: [{ serialNumber: wish.serialNumber }],
  });
  const messageId = `1${client}`.padEnd(25, "7");
  await database.owner.rows`
    insert into parser_journal
      (message_id, called_at, partner_id, client_id, device_id, is_success, took_ms)
    values (${messageId}, now(), ${partnerId}, ${client}, ${device}, true, 1)`;
  return {
    partner: { id: partnerId, name: partner.name },
    client: { id: client, name },
    location,
    user: { id: contact.id, name: userName },
    device: { id: device, name: wish.serialNumber },
    attestation: { id: attestation.id, name: "x" },
    transaction: { id: messageId, name: messageId },
  };
}

/** As the owner of the tables: no API deletes devices and attestations. */
async function remove({ database, harbor }: Management, own: Belongings): Promise<void> {
  const { owner } = database;
  await owner.rows`delete from attestations where id = ${own.attestation.id}`;
  await owner.rows`delete from devices where id = ${own.device.id}`;
  await owner.rows`delete from parser_journal where message_id = ${own.transaction.id}`;
  await harbor.delete(`/clients/${own.client.id}`);
  const { length } = await owner.rows`select from locations where id = ${own.location.id}`;
  assert.equal(length, 0);
}
