/** An estate with something of everything, for looking at it in a browser. */
import type { TestContext } from "node:test";
import { deviceStateId } from "../../src/core/estate/device-states.ts";
import { newClient, newContact, newPartner, openEstateApp } from "../kit/estate.ts";

const STATES = [
  "activated",
  "activated",
  "activated",
  "stored",
  "inTransit",
  "damaged",
  "lost",
] as const;
const NAMES = ["Front till", "Back till", "Bar", "Window", "Counter", "Market stall"];

type Estate = Awaited<ReturnType<typeof openEstateApp>>;

/** Served at an address of its own, until the test ends. */
export async function openFilledEstate(t: TestContext) {
  const estate = await openEstateApp(t);
  await fill(estate);
  const base = await estate.server.listen({ host: "127.0.0.1", port: 0 });
  return { ...estate, base };
}

async function fill(estate: Estate): Promise<void> {
  const { harbor, ids } = estate;
  const harborId = ids["harbor"] ?? "";
  const [quayside] = (await harbor.get("/clients")).data;
  const contact = newContact({ userName: "north-partner", userRole: "Partner User" });
  const north = await harbor.post(
    "/partners",
    newPartner({ id: harborId }, { name: "Harbor North", reference: "harbor-north", contact }),
  );
  for (const [name, id] of [
    ["Lighthouse Cafe", north],
    ["Pier Nine Market", harborId],
    ["Dockside Books", harborId],
  ]) {
    await harbor.post("/clients", newClient({ id }, { name, mid: `M-${name?.slice(0, 4)}` }));
  }
  await addDevices(estate, quayside.id);
  await age(estate);
  await call(estate, quayside.id);
  await harbor.post("/attestations", {
    name: "Spring inspection",
    completeDate: "2026-04-02 10:00:00",
    client: { id: quayside.id },
    notes: "Seals whole, serial numbers compared, no foreign cables.",
    devices: ["GEN0000001", "GEN0000002"].map((serialNumber) => ({ serialNumber })),
  });
}

async function addDevices({ database, ids }: Estate, clientId: string): Promise<void> {
  const states = STATES.map((state) => deviceStateId(state));
  await database.owner.rows`
    insert into devices (partner_id, client_id, serial_number, device_type_id, device_state_id, name)
    select ${ids["harbor"]}::bigint, ${clientId}::bigint, 'QS' || lpad((n + 1)::text, 6, '0'), 1,
      (${states}::smallint[])[n % ${states.length}::int + 1],
      (${NAMES}::text[])[n % ${NAMES.length}::int + 1] || ' ' || (n / ${NAMES.length}::int + 1)
    from generate_series(0, 41) n`;
}

/** Some are overdue, some soon due, the rest later. */
async function age({ database, clock }: Estate): Promise<void> {
  const yearAgo = clock.business().toZonedDateTimeISO("UTC").subtract({ years: 1 }).toInstant();
  await database.owner.rows`
    update devices set activation_date = ${yearAgo}::timestamptz + (id % 9 - 1) * interval '14 days',
      last_activity_date = now() - (id % 30) * interval '7 hours'
    where serial_number like 'QS%'`;
}

async function call({ database, ids }: Estate, clientId: string): Promise<void> {
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
