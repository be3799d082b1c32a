/** A partner with sample data of every kind, and a browser to use it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { deviceStateId } from "../../src/core/management/devices/device-states.ts";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import { openBrowser, showScreen } from "../kit/browser.ts";
import { newBody, openManagementApp } from "../kit/management.ts";

const STATES = [
  "activated",
  "activated",
  "activated",
  "stored",
  "inTransit",
  "damaged",
  "lost",
] as const;
const NAMES = ["Front register", "Back register", "Bar", "Kiosk", "Counter", "Market stall"];

export const CLIENT: SignIn = {
  as: "partner",
  name: "quayside-admin",
  password: "certification-client",
};

type Management = Awaited<ReturnType<typeof openManagementApp>>;

/** Listens until the test ends. */
async function openFilledManagement(t: TestContext) {
  const management = await openManagementApp(t);
  await fill(management);
  const base = await management.server.listen({ host: "127.0.0.1", port: 0 });
  return { ...management, base };
}

/** One server and one browser for all walks, because starting them takes longer than a walk. */
async function openBrowserSession(t: TestContext) {
  const management = await openFilledManagement(t);
  const { base } = management;
  const context = await openBrowser(t);
  const [page = await context.newPage()] = context.pages();
  const trouble: string[] = [];
  page.on("console", (message) => {
    // The browser also logs error responses to forms, which the page shows.
    const isAnswer = /status of 4(09|22)/.test(message.text());
    if (message.type() === "error" && !isAnswer) trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) trouble.push(request.url());
  });
  const signIn = async (proof: SignIn) => {
    await context.request.post(`${base}/console/api/session`, { data: { ...proof } });
    await page.goto(`${base}/console/me`);
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  };
  const open = async (path: string, heading: string) => {
    await showScreen(page, path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "hidden" });
  };
  return { ...management, page, trouble, open, signIn };
}

export type BrowserSession = Awaited<ReturnType<typeof openBrowserSession>>;

/** The rule, the user who signs in, and their steps. */
export type Walk = readonly [string, SignIn, (session: BrowserSession) => Promise<void>];

/** Each walk must cause no browser error and no request to another host. */
export async function takeWalks(t: TestContext, walks: readonly Walk[]): Promise<void> {
  const session = await openBrowserSession(t);
  let current: SignIn | undefined;
  for (const [name, proof, walk] of walks) {
    await t.test(name, async () => {
      if (proof !== current) await session.signIn(proof);
      current = proof;
      await walk(session);
      assert.deepEqual(session.trouble.splice(0), []);
    });
  }
}

async function fill(management: Management): Promise<void> {
  const { harbor, ids } = management;
  const harborId = ids["harbor"] ?? "";
  const [quayside] = (await harbor.get("/clients")).data;
  const contact = newBody.contact({ userName: "north-partner", userRole: "Partner User" });
  const north = await harbor.post(
    "/partners",
    newBody.partner({ id: harborId }, { name: "Harbor North", reference: "harbor-north", contact }),
  );
  for (const [name, id] of [
    ["Lighthouse Cafe", north],
    ["Pier Nine Market", harborId],
    ["Dockside Books", harborId],
  ]) {
    await harbor.post("/clients", newBody.client({ id }, { name, mid: `M-${name?.slice(0, 4)}` }));
  }
  await addDevices(management, quayside.id);
  await age(management);
  await call(management, quayside.id);
  await harbor.post("/attestations", {
    name: "Spring inspection",
    completeDate: "2026-04-02 10:00:00",
    client: { id: quayside.id },
    notes: "Seals whole, serial numbers compared, no foreign cables.",
    devices: ["GEN0000001", "GEN0000002"].map((serialNumber) => ({ serialNumber })),
  });
}

async function addDevices({ database, ids }: Management, clientId: string): Promise<void> {
  const states = STATES.map((state) => deviceStateId(state));
  await database.owner.rows`
    insert into devices (partner_id, client_id, serial_number, device_type_id, device_state_id, name)
    select ${ids["harbor"]}::bigint, ${clientId}::bigint, 'QS' || lpad((n + 1)::text, 6, '0'), 1,
      (${states}::smallint[])[n % ${states.length}::int + 1],
      (${NAMES}::text[])[n % ${NAMES.length}::int + 1] || ' ' || (n / ${NAMES.length}::int + 1)
    from generate_series(0, 41) n`;
}

/** Some inspections are overdue, some are due soon, the others later. */
async function age({ database, clock }: Management): Promise<void> {
  const yearAgo = clock.business().toZonedDateTimeISO("UTC").subtract({ years: 1 }).toInstant();
  await database.owner.rows`
    update devices set activation_date = ${yearAgo}::timestamptz + (id % 9 - 1) * interval '14 days',
      last_activity_date = now() - (id % 30) * interval '7 hours'
    where serial_number like 'QS%'`;
}

async function call({ database, ids }: Management, clientId: string): Promise<void> {
  await database.owner.rows`
    insert into parser_journal (message_id, called_at, partner_id, client_id, device_id, reference,
      is_success, error_code, is_replay, took_ms)
    select '1' || to_char(at at time zone 'utc', 'YYYYMMDDHH24MISS') || lpad(n::text, 10, '0'), at,
      ${ids["harbor"]}::bigint, ${clientId}::bigint, device.id, 'sale ' || n,
      n % 9 <> 4, case when n % 9 = 4 then 2202 end, n % 17 = 3, 3 + n % 5
    from (select n, now() - n * interval '13 minutes' as at from generate_series(1, 80) n) made
    join lateral (
      select id from devices where client_id = ${clientId} order by id offset n % 20 limit 1
    ) device on true`;
}
