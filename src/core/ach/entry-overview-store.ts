/** Lists ACH entries of all accounts for operators: waiting and sent ones. */
import type { Database } from "../../db/database.ts";
import { type AccountGroup, pinToAccount, runByGroup } from "../../db/sharding/account-groups.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";

export type EntryStage = "waiting" | "sent" | "settled" | "returned" | "rejected";

export interface AchEntryFilter {
  readonly accountId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly stage?: EntryStage | undefined;
  /** Only entries older than this one. Ids are unique in the installation; the account breaks ties. */
  readonly before?: { readonly transactionId: string; readonly accountId: string } | undefined;
  readonly atMost: number;
}

export interface EntryView {
  readonly accountId: string;
  readonly accountName: string;
  readonly timeZone: string;
  readonly transactionId: string;
  readonly type: string;
  readonly secCode: string | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly last4: string | null;
  readonly stage: EntryStage;
  readonly status: string;
  readonly returnCode: string | null;
  readonly nocData: string | null;
  readonly acceptedAt: Temporal.Instant;
}

export interface EntryHistory {
  readonly file:
    | {
        readonly name: string;
        readonly connection: string;
        readonly cutOffAt: Temporal.Instant;
        readonly settlesOn: string;
        readonly handedOverAt: Temporal.Instant | null;
        readonly fundedOn: string | null;
        readonly traceNumber: string;
      }
    | undefined;
  readonly updates: readonly {
    readonly status: string;
    readonly at: Temporal.Instant;
    readonly returnCode: string | null;
    readonly isLate: boolean;
  }[];
  readonly notices: readonly {
    readonly kind: string;
    readonly code: string;
    readonly detail: string;
    readonly at: Temporal.Instant;
  }[];
}

const NEVER = "999999999999999999";

export class EntryOverviewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  async listEntries(filter: AchEntryFilter): Promise<readonly EntryView[]> {
    const accounts = await this.#findAccounts(filter.accountId);
    const asked = accounts.map(({ accountId }) => ({ accountId }));
    const groups = await runByGroup(this.#db, asked, (group) => this.#listNewest(filter, group));
    const byId = new Map(accounts.map((account) => [account.accountId, account]));
    return groups
      .flat()
      .toSorted(compareNewestFirst)
      .slice(0, filter.atMost)
      .flatMap((entry) => {
        const account = byId.get(entry.accountId);
        return account === undefined ? [] : [{ ...entry, ...account }];
      });
  }

  #findAccounts(accountId: string | undefined): Promise<AccountOfEntry[]> {
    return this.#db.rows<AccountOfEntry>`
      select id as "accountId", name as "accountName", time_zone as "timeZone" from accounts
      where ${accountId ?? null}::bigint is null or id = ${accountId ?? null}::bigint`;
  }

  /** Reads the newest entries of each account by key, then takes the newest of those. */
  #listNewest(
    filter: AchEntryFilter,
    group: AccountGroup<{ readonly accountId: string }>,
  ): Promise<NewestEntry[]> {
    const { before, atMost, stage } = filter;
    const accounts = group.rows.map(({ accountId }) => accountId);
    const place = sql`(one.id, one.account_id) < (${before?.transactionId ?? NEVER}::bigint,
      ${before?.accountId ?? NEVER}::bigint)`;
    const isOwn = pinToAccount(sql`one.account_id`, group);
    const wanted = allConditions([place, isOwn, ...conditionsOf(filter)]);
    return this.#db.rows<NewestEntry>`
      select one.account_id as "accountId", one.id as "transactionId",
        one.transaction_type as type, one.sec_code as "secCode",
        one.amount_cents as "amountCents", one.currency, one.first_name as "firstName",
        one.last_name as "lastName", one.company, one.last4, one.stage, one.message as status,
        one.return_code as "returnCode", one.noc_data as "nocData",
        one.authorized_at as "acceptedAt"
      from unnest(${accounts}::bigint[]) as account (id)
      cross join lateral (
        (select one.*, 'waiting' as stage from transactions one
         where one.account_id = account.id and one.batched_at is null and one.tender_type = 'ACH'
           and one.state = 'pending' and ${stage ?? "waiting"} = 'waiting' and ${wanted}
         order by one.account_id desc, one.id desc limit ${atMost})
        union all
        (select one.*, case one.state when 'pending' then 'sent' else one.state end as stage
         from ach_entries entry
           join transactions one on one.account_id = entry.account_id
             and one.id = entry.transaction_id
         where entry.account_id = account.id and ${pinToAccount(sql`entry.account_id`, group)}
           and one.batched_at is not null and ${leftIn(stage)} and ${wanted}
           and not exists (select from ach_entries later
             where later.account_id = entry.account_id
               and ${pinToAccount(sql`later.account_id`, group)}
               and later.transaction_id = entry.transaction_id
               and later.presentment > entry.presentment)
         order by entry.account_id desc, entry.transaction_id desc limit ${atMost})
      ) as one
      order by one.id desc, one.account_id desc limit ${atMost}`;
  }

  /** What happened to an entry since it was accepted, in order. */
  async findEntryHistory(accountId: string, transactionId: string): Promise<EntryHistory> {
    const [file] = await this.#db.rows<NonNullable<EntryHistory["file"]>>`
      select file.name, file.connection, file.cut_off_at as "cutOffAt",
        file.settles_on::text as "settlesOn", file.handed_over_at as "handedOverAt",
        file.funded_on::text as "fundedOn", lpad(entry.trace_number::text, 15, '0') as "traceNumber"
      from ach_entries entry join ach_files file on file.id = entry.file_id
      where entry.account_id = ${accountId} and entry.transaction_id = ${transactionId}
      order by entry.presentment desc limit 1`;
    const updates = await this.#db.rows<EntryHistory["updates"][number]>`
      select status, action_at as at, return_code as "returnCode", is_late as "isLate"
      from ach_updates where account_id = ${accountId} and transaction_id = ${transactionId}
      order by update_number`;
    const notices = await this.#db.rows<EntryHistory["notices"][number]>`
      select kind, code, detail, action_at as at
      from ach_notices where account_id = ${accountId} and transaction_id = ${transactionId}
      order by notice_number`;
    return { file, updates, notices };
  }
}

type AccountOfEntry = Pick<EntryView, "accountId" | "accountName" | "timeZone">;
type NewestEntry = Omit<EntryView, "accountName" | "timeZone">;

function compareNewestFirst(one: NewestEntry, other: NewestEntry): number {
  const ids = BigInt(other.transactionId) - BigInt(one.transactionId);
  return Number(ids === 0n ? BigInt(other.accountId) - BigInt(one.accountId) : ids);
}

function conditionsOf({ transactionId }: AchEntryFilter): readonly Sql[] {
  return transactionId === undefined ? [] : [sql`one.id = ${transactionId}`];
}

function leftIn(stage: EntryStage | undefined): Sql {
  if (stage === undefined) return sql`true`;
  return sql`one.state = ${stage === "sent" ? "pending" : stage}`;
}
