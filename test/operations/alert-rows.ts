/** The conditions of alerts that rows of the database make. */
import { type Sql, sql } from "../../src/db/sql.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";
import { ACCOUNT } from "../kit/app.ts";
import type { Condition, MonitoredApp } from "../kit/monitored-app.ts";

/** A condition that rows of the database make. */
function rows(alert: string, begin: (app: MonitoredApp) => readonly Sql[], end: Sql): Condition {
  return {
    alerts: [alert],
    cause: async (app) => {
      const { owner } = app.database;
      for (const statement of begin(app)) await owner.rows`${statement}`;
      return { end: () => owner.rows`${end}` };
    },
  };
}

const OLD_ATTEMPT = rows(
  "SixdoorsPaymentsUnknown",
  ({ clock }) => [
    sql`insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type,
        amount_cents, fingerprint, request, started_at, lease_until)
      values (${ACCOUNT.account_id}, gen_random_uuid(), 1, 'SALE', 100, '', '{}',
        ${clock.wall().subtract({ hours: 2 })}, ${clock.wall()})`,
  ],
  sql`delete from open_attempts`,
);

const NO_HEARTBEAT = rows(
  "SixdoorsNoWorker",
  () => [sql`update worker_heartbeats set seen_at = clock_timestamp() - interval '3 minutes'`],
  sql`update worker_heartbeats set seen_at = clock_timestamp()`,
);

const FAILED_WORK = rows(
  "SixdoorsWorkFailing",
  ({ clock }) => [
    sql`insert into business_work (name, due_at, failures) values ('close', ${clock.business()}, 1)`,
  ],
  sql`delete from business_work where name = 'close'`,
);

const LATE_WORK = rows(
  "SixdoorsWorkLate",
  ({ clock }) => [
    sql`insert into business_work (name, due_at)
      values ('close', ${clock.business().subtract({ minutes: 20 })})`,
  ],
  sql`delete from business_work where name = 'close'`,
);

/** Its work is overdue, too, and that is not another alert. */
const HELD_PURGE = rows(
  "SixdoorsPurgeHeld",
  ({ clock }) => [
    sql`insert into purges (work, held_at, held_up_to, held_counts, held_why)
      values ('purge', ${clock.wall()}, ${clock.wall()}, '{"tokens": 9000}', 'much')`,
    sql`insert into business_work (name, due_at, failures)
      values ('purge', ${clock.business().subtract({ hours: 3 })}, 4)`,
  ],
  sql`with work as (delete from business_work where name = 'purge') delete from purges`,
);

const event = (name: string, dueAt: Temporal.Instant) => sql`
  insert into outbox (account_id, kind, event, payload, created_at, due_at)
  values (${ACCOUNT.account_id}, 'webhook', ${name}, '{}', ${dueAt}, ${dueAt})`;

const LATE_EVENT = rows(
  "SixdoorsWebhooksLate",
  ({ clock }) => [event("late", clock.wall().subtract({ minutes: 20 }))],
  sql`delete from outbox where event = 'late'`,
);

const FAILED_EVENT = rows(
  "SixdoorsWebhooksFailed",
  ({ clock }) => [
    event("failed", clock.wall()),
    sql`update outbox set set_aside_at = ${clock.wall()}, set_aside_why = 'gave_up'
      where event = 'failed'`,
  ],
  sql`delete from outbox where event = 'failed'`,
);

const FAILING_ENDPOINT = rows(
  "SixdoorsWebhookEndpointFailing",
  ({ clock }) => [
    event("failing", clock.wall().subtract({ hours: 25 })),
    sql`update outbox set tries = 9, due_at = ${clock.wall().add({ hours: 1 })}
      where event = 'failing'`,
  ],
  sql`delete from outbox where event = 'failing'`,
);

const STUCK_FILE = rows(
  "SixdoorsBankFilesStuck",
  ({ clock }) => {
    const closed = clock.business().subtract({ minutes: 30 });
    return [
      sql`insert into ach_files (connection, cut_off, cut_off_at, name, created_at, id_modifier,
          settles_on, state, first_sequence, last_sequence)
        values ('simulator', 'forced', ${closed}, 'stuck', ${closed}, 'A', '2026-11-18', 'fixed',
          1, 1)`,
    ];
  },
  sql`delete from ach_files where name = 'stuck'`,
);

const UNREAD_FILE = rows(
  "SixdoorsBankFilesUnread",
  ({ clock }) => [
    sql`insert into ach_inbound_files (connection, name, digest, byte_count, received_at, state,
        item_count, unmatched_count, errors)
      values ('simulator', 'broken', '', 94, ${clock.wall()}, 'invalid', 0, 0, 'line 1: no header')`,
  ],
  sql`delete from ach_inbound_files where name = 'broken'`,
);

const UNMATCHED_ITEM = rows(
  "SixdoorsBankItemsUnmatched",
  ({ clock }) => [
    sql`insert into ach_inbound_files (connection, name, digest, byte_count, received_at, state,
        item_count, unmatched_count)
      values ('simulator', 'strange', '', 94, ${clock.wall()}, 'read', 1, 1)`,
    sql`insert into ach_unmatched (connection, inbound_file_id, line, kind, code, trace_number,
        amount_cents, reason, received_at)
      select connection, id, 1, 'return', 'R03', '091000010999999', 100, 'unknown_entry',
        received_at from ach_inbound_files where name = 'strange'`,
  ],
  sql`delete from ach_inbound_files where name = 'strange'`,
);

const OLD_MASTER_KEY = rows(
  "SixdoorsMasterKeyOld",
  () => [sql`update master_keys set created_at = created_at - interval '400 days'`],
  sql`update master_keys set created_at = created_at + interval '400 days'`,
);

const OLD_DATA_KEY = rows(
  "SixdoorsDataKeyOld",
  () => [sql`update data_keys set created_at = created_at - interval '400 days'`],
  sql`update data_keys set created_at = created_at + interval '400 days'`,
);

/** The database has taken a terabyte a day for ten days. */
const GROWING_DISK = rows(
  "SixdoorsDiskFillsUp",
  () => [
    sql`insert into database_sizes (day, bytes)
      select current_date - day, (10 - day) * 1e12 from generate_series(0, 9) day`,
  ],
  sql`delete from database_sizes`,
);

/** No test can use 600 million ids, so the catalog is told that they were used. */
const OLD_TRANSACTION_IDS: Condition = {
  alerts: ["SixdoorsTransactionIdsOld"],
  cause: async ({ database: { owner } }) => {
    const setOldest = (behind: Sql) => owner.rows`
      update pg_database set datfrozenxid = ((pg_current_xact_id()::text::bigint - ${behind}
        + 4294967296) % 4294967296)::text::xid where datname = current_database()`;
    const [row] = await owner.rows<{ age: string }>`
      select age(datfrozenxid)::text as age from pg_database where datname = current_database()`;
    await setOldest(sql`600000000`);
    return { end: () => setOldest(sql`${row?.age}::bigint`) };
  },
};

/** Partitions are found by their names. */
const NO_PARTITIONS: Condition = {
  alerts: ["SixdoorsPartitionsMissing"],
  cause: async ({ database: { owner }, clock }) => {
    const current = monthNumber(clock.business());
    const later = await owner.rows<{ name: string }>`
      select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'transactions'::regclass
        and substring(child.relname from '(\\d+)$')::int > ${current}`;
    const rename = (from: string, to: string) =>
      owner.withClient((client) => client.query(`alter table ${from} rename to ${to}`));
    for (const { name } of later) await rename(name, `${name}_away`);
    const end = async () => {
      for (const { name } of later) await rename(`${name}_away`, name);
    };
    return { end };
  },
};

function oldBackup(alert: string, kind: string, age: string): Condition {
  return rows(
    alert,
    () => [
      sql`insert into backup_states (kind, done_at)
        values (${kind}, clock_timestamp() - ${age}::interval)`,
    ],
    sql`delete from backup_states`,
  );
}

export const ROW_CONDITIONS: readonly Condition[] = [
  OLD_ATTEMPT,
  NO_HEARTBEAT,
  FAILED_WORK,
  LATE_WORK,
  HELD_PURGE,
  LATE_EVENT,
  FAILED_EVENT,
  FAILING_ENDPOINT,
  STUCK_FILE,
  UNREAD_FILE,
  UNMATCHED_ITEM,
  OLD_MASTER_KEY,
  OLD_DATA_KEY,
  GROWING_DISK,
  OLD_TRANSACTION_IDS,
  NO_PARTITIONS,
  oldBackup("SixdoorsBackupOld", "base", "3 days"),
  oldBackup("SixdoorsBackupLogLate", "archive", "20 minutes"),
  oldBackup("SixdoorsRestoreDrillOld", "drill", "36 days"),
];
