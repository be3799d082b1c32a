/**
 * Runs the product's cut-off alone, as a job process does, with a bank that is connected by
 * folders. It is a child process of the bench: DATABASE_URL is a migrated database, ACH_FOLDER an
 * empty folder.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { setInterval } from "node:timers";
import { openKeyCustody } from "../../src/adapters/key-custody/key-custody.ts";
import { givenMasterKeys } from "../../src/adapters/key-custody/software/find-master-key.ts";
import { softwareRoot } from "../../src/adapters/key-custody/software/software-root.ts";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { openAch, openDirectoryDrop } from "../../src/app/areas/ach.ts";
import { INDEX_LOOKUPS_ONLY } from "../../src/app/database/pools.ts";
import { readConfig } from "../../src/config.ts";
import { connectBank, type NewBank } from "../../src/core/ach/connections/connect-bank.ts";
import { ConnectionStore } from "../../src/core/ach/connections/connection-store.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { arrayLiteral } from "../../src/db/arrays.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { Secret } from "../../src/values/secret.ts";
import { monthNumber, monthsAround, transactionId } from "../../src/values/transaction-id.ts";

export type CutOffOrder =
  | { readonly kind: "fill"; readonly count: number }
  | { readonly kind: "cut off" };

export interface CutOffDone {
  readonly entries: number;
  readonly tookMs: number;
  /** How much the memory of the process grew at most. */
  readonly memoryMb: number;
}

const { DATABASE_URL = "", ACH_FOLDER = "" } = process.env;
const BANK = "bench";
const ACCOUNTS = Array.from({ length: 20 }, (_, place) => String(130_000_000_001 + place));
const AT_ONCE = 2_000;
const LOOK_EVERY_MS = 20;

const clock = systemClock;
const owner = openPool();
const db = openPool(PAYMENTS_ROLE);
const masterKeys = givenMasterKeys([new Secret(randomBytes(32).toString("hex"))]);
const custody = await openKeyCustody({
  db: owner,
  root: softwareRoot(masterKeys),
  environment: "certification",
});
const config = readConfig({ LOG_LEVEL: "silent", ACH_FOLDER });
const ach = openAch({ db, custody, clock, config, dataDir: ACH_FOLDER });
const month = monthNumber(clock.business());
let filled = 0;

await prepare();
process.once("disconnect", () => process.exit());
process.on("message", async (order: CutOffOrder) => {
  process.send?.(order.kind === "fill" ? await fill(order.count) : await measure());
});
process.send?.({ kind: "ready" });

function openPool(role?: string): DatabasePool {
  return new DatabasePool({
    connectionString: DATABASE_URL,
    ...(role === undefined ? {} : { role, settings: INDEX_LOOKUPS_ONLY }),
    size: 4,
    queueMax: 1_000,
    statementTimeoutMs: 600_000,
  });
}

async function prepare(): Promise<void> {
  await ensureMonths(owner, monthsAround(clock.business()));
  const wish: NewBank = {
    name: BANK,
    network: "directory",
    destination: "061000146",
    destinationName: "Bench",
    origin: "1234567890",
    originName: "Bench",
    odfi: "06100014",
    windows: ["17:00 America/New_York"],
    offset: undefined,
  };
  await connectBank({ db: owner, custody }, wish, { actor: { kind: "system", name: "bench" } });
  await openDirectoryDrop({ clock, config, dataDir: ACH_FOLDER }).makeFolders(BANK);
  await owner.rows`
    insert into accounts (id, name, time_zone, ach_processor)
    select id, 'Bench ' || id, 'UTC', ${BANK} from unnest(${ACCOUNTS}::bigint[]) as id`;
}

/** Adds entries like those of accepted requests. */
async function fill(count: number) {
  for (let left = count; left > 0; left -= AT_ONCE) await fillSome(Math.min(left, AT_ONCE));
  await owner.rows`vacuum analyze transactions, vault`;
  return { kind: "filled" };
}

async function fillSome(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const place = ++filled;
    const account = ACCOUNTS[place % ACCOUNTS.length] ?? "";
    return { account, id: transactionId(month, 100_000_000 + place), place };
  });
  const sealed = await Promise.all(
    rows.map(({ account, id, place }) => ach.vault.sealBank(account, id, bankAccountAt(place))),
  );
  const [accounts, ids] = [rows.map(({ account }) => account), rows.map(({ id }) => id)];
  await owner.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    select account, id, 'bank', bank, now(), now()
    from unnest(${accounts}::bigint[], ${ids}::bigint[], ${arrayLiteral(sealed)}::bytea[])
      as one (account, id, bank)`;
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, card_brand,
      last4, first_name, last_name, sec_code, bank_account_type)
    select account, id, ${randomUUID()}, 'SALE', 'ACH', 'pending', true, now(), 1234, 1234, 'USD',
      'PENDING', 'ACH', '3210', 'Ada', 'Buyer ' || id % 1000,
      (array['WEB', 'PPD', 'TEL'])[1 + id % 3], 'checking'
    from unnest(${accounts}::bigint[], ${ids}::bigint[]) as one (account, id)`;
}

function bankAccountAt(place: number) {
  const accountNumber = new Secret(String(5_000_000_000 + place));
  return { routingNumber: "021000021", accountNumber, accountType: "checking" } as const;
}

async function measure(): Promise<CutOffDone> {
  const bank = await new ConnectionStore(db).findConnection(BANK);
  if (bank === undefined) throw new Error("the bench's bank is gone");
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, LOOK_EVERY_MS);
  const started = performance.now();
  const {
    entries,
    failures: [trouble],
  } = await forceCutOff(ach, bank);
  const tookMs = performance.now() - started;
  clearInterval(looking);
  if (trouble !== undefined) throw trouble;
  return { entries, tookMs, memoryMb: (most - before) / 1024 ** 2 };
}
