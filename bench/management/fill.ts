/**
 * Fills management tables to any size: a tree of partners with three levels, clients and devices.
 */
import type { DatabasePool } from "../../src/db/database-pool.ts";

export interface ManagementSize {
  readonly partners: number;
  readonly clients: number;
  readonly devices: number;
}

export interface FilledManagement {
  /** A partner at the top of a tenth, one in the middle, and one without sub-partners. */
  readonly callers: { readonly top: string; readonly middle: string; readonly leaf: string };
}

const AT_ONCE = 100_000;

/** The first tenth of each tenth is at the top, the rest in the middle. */
export async function fillManagement(
  owner: DatabasePool,
  size: ManagementSize,
): Promise<FilledManagement> {
  const middleFrom = Math.max(1, Math.round(size.partners / 100));
  const leavesFrom = Math.max(2, Math.round(size.partners / 10));
  await addPartners(owner, size.partners, { middleFrom, leavesFrom });
  await addClients(owner, size);
  for (let first = 0; first < size.devices; first += AT_ONCE) {
    await addDevices(owner, size, { first, count: Math.min(AT_ONCE, size.devices - first) });
  }
  for (const table of ["partners", "clients", "locations", "contacts", "devices"]) {
    await owner.withClient((client) => client.query(`vacuum analyze ${table}`));
  }
  await owner.rows`vacuum analyze management_counts, device_counts`;
  return { callers: { top: "1", middle: String(middleFrom + 1), leaf: String(size.partners) } };
}

async function addPartners(
  owner: DatabasePool,
  partners: number,
  { middleFrom, leavesFrom }: { readonly middleFrom: number; readonly leavesFrom: number },
): Promise<void> {
  await owner.rows`
    insert into partners (id, name, reference, parent_id, path) overriding system value
    select id, 'Partner ' || id, 'partner-' || id,
      case when id > ${leavesFrom}::int then middle when id > ${middleFrom}::int then top end,
      case when id > ${leavesFrom}::int then array[1 + (middle - 1) % ${middleFrom}::int, middle, id]
        when id > ${middleFrom}::int then array[top, id] else array[id] end
    from (
      select n::bigint as id, (1 + (n - 1) % ${middleFrom}::int)::bigint as top,
        (1 + ${middleFrom}::int + (n - 1) % greatest(1, ${leavesFrom}::int - ${middleFrom}::int))::bigint as middle
      from generate_series(1, ${partners}::int) n) tree`;
}

async function addClients(
  owner: DatabasePool,
  { partners, clients }: ManagementSize,
): Promise<void> {
  await owner.rows`
    insert into clients (partner_id, direct_partner_id, name, mid)
    select path[1], id, 'Client ' || n, 'M-' || n
    from generate_series(1, ${clients}::int) n
    join partners on partners.id = 1 + n % ${partners}::int`;
  await owner.rows`
    insert into locations (partner_id, client_id, name, location_type, country_code, address1, city)
    select direct_partner_id, id, 'Place ' || id, 'Merchant retail location', 'US', '1 Way', 'Town'
    from clients`;
  await owner.rows`
    insert into contacts
      (partner_id, client_id, user_name, first_name, last_name, email, phone, user_role)
    select direct_partner_id, id, 'user-' || id, 'Ada', 'Keel', 'a@b.test', '1', 'Client User'
    from clients`;
}

async function addDevices(
  owner: DatabasePool,
  { clients }: ManagementSize,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<void> {
  await owner.rows`
    insert into devices (partner_id, client_id, serial_number, device_type_id, device_state_id,
      name, activation_date)
    select clients.direct_partner_id, clients.id, md5(n::text), 1 + n % 9, 1 + n % 19,
      'Till ' || n, now() - n * interval '1 minute'
    from generate_series(${first}::int, ${first + count - 1}::int) n
    join clients on clients.id = 1 + n % ${clients}::int`;
}
