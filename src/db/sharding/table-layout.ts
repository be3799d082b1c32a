/**
 * Where the rows of each table are when the database is a Citus cluster. `sixdoors shard` distributes
 * by this list, and tests compare it with the catalog. On plain PostgreSQL it has no effect.
 *
 * - `account`: split by account over the workers. All of these tables are colocated, so the rows of
 *   one account are on one worker, and a database transaction of one account runs there.
 * - `coordinator`: a plain table on the coordinator. Workers cannot see it.
 *
 * There is no reference table. A reference table is copied to every worker, and each change of one
 * is a commit on all nodes. Nothing that the workers run needs one: the payment core reads accounts
 * and keys before it writes, and keeps them in memory.
 */

export type TablePlace = "account" | "coordinator";

interface PlacedTable {
  readonly place: TablePlace;
  /** Why it is there. */
  readonly why: string;
}

/** The column by which tables are distributed. */
export const DISTRIBUTION_COLUMN = "account_id";

/** The other distributed tables are colocated with this one. */
export const ANCHOR_TABLE = "attempts";

const PAYMENTS = "written by every payment";
const EVENTS = "written in the commit of a payment, and as many as payments";
const ACH = "changes with the transaction of its account";
const ACH_FILES = "files of a bank contain entries of many accounts";
const ACCESS = "read to find the caller, before the account is known";
const MANAGEMENT = "belongs to partners, not to accounts, and is small";
const POS = "refers to accounts and users by foreign keys, and has triggers";
const SETTINGS = "small, changed by people, and refers to accounts by a foreign key";
const KEYS = "one set of keys for the whole installation";
const AUDIT = "one chain for the whole installation";
const WORK = "one list of work for the whole installation";
const SIMULATED = "certification only";

/** Tables without a schema are in the schema `public`. */
export const TABLE_LAYOUT: Readonly<Record<string, PlacedTable>> = {
  attempts: { place: "account", why: PAYMENTS },
  transactions: { place: "account", why: PAYMENTS },
  open_attempts: { place: "account", why: PAYMENTS },
  issued_ids: { place: "account", why: PAYMENTS },
  idempotency_keys: { place: "account", why: PAYMENTS },
  duplicate_guards: { place: "account", why: "claimed in the commit that begins a payment" },
  vault: { place: "account", why: PAYMENTS },
  removed_tokens: { place: "account", why: "read by every payment by token" },
  outbox: { place: "account", why: EVENTS },
  delivery_attempts: { place: "account", why: EVENTS },
  card_batches: { place: "account", why: "numbered in the commit that closes the batch" },
  day_sums: { place: "account", why: "the sums of transactions of one account" },
  ach_entries: { place: "account", why: ACH },
  ach_notices: { place: "account", why: ACH },
  ach_retries: { place: "account", why: ACH },
  ach_updates: { place: "account", why: ACH },

  approvals: { place: "coordinator", why: SETTINGS },
  ach_batches: { place: "coordinator", why: ACH_FILES },
  ach_counters: { place: "coordinator", why: ACH_FILES },
  ach_file_parts: { place: "coordinator", why: ACH_FILES },
  ach_files: { place: "coordinator", why: ACH_FILES },
  ach_inbound_files: { place: "coordinator", why: ACH_FILES },
  ach_inbound_parts: { place: "coordinator", why: ACH_FILES },
  ach_rate_alerts: { place: "coordinator", why: "few rows, about accounts and companies" },
  ach_reversals: { place: "coordinator", why: ACH_FILES },
  ach_reversed_batches: { place: "coordinator", why: ACH_FILES },
  ach_unmatched: { place: "coordinator", why: ACH_FILES },
  bank_connections: { place: "coordinator", why: ACH_FILES },
  bank_states: { place: "coordinator", why: ACH_FILES },
  sftp_servers: { place: "coordinator", why: ACH_FILES },
  card_hosts: { place: "coordinator", why: "few rows, read by every process" },

  access_changes: { place: "coordinator", why: ACCESS },
  account_key_uses: {
    place: "coordinator",
    why: "a few rows of each account, beside account_keys",
  },
  account_keys: { place: "coordinator", why: ACCESS },
  accounts: { place: "coordinator", why: ACCESS },
  authenticators: { place: "coordinator", why: ACCESS },
  console_sessions: { place: "coordinator", why: ACCESS },
  login_failures: { place: "coordinator", why: ACCESS },
  operators: { place: "coordinator", why: ACCESS },
  parser_nonces: { place: "coordinator", why: ACCESS },
  password_links: { place: "coordinator", why: ACCESS },
  passkeys: { place: "coordinator", why: ACCESS },
  password_resets: { place: "coordinator", why: ACCESS },
  sign_in_challenges: { place: "coordinator", why: ACCESS },

  attestations: { place: "coordinator", why: MANAGEMENT },
  clients: { place: "coordinator", why: MANAGEMENT },
  contact_credentials: { place: "coordinator", why: MANAGEMENT },
  contact_old_secrets: { place: "coordinator", why: MANAGEMENT },
  contacts: { place: "coordinator", why: MANAGEMENT },
  device_counters: { place: "coordinator", why: MANAGEMENT },
  device_counts: { place: "coordinator", why: MANAGEMENT },
  device_states: { place: "coordinator", why: MANAGEMENT },
  device_types: { place: "coordinator", why: MANAGEMENT },
  devices: { place: "coordinator", why: MANAGEMENT },
  inspection_reminders: { place: "coordinator", why: MANAGEMENT },
  locations: { place: "coordinator", why: MANAGEMENT },
  management_counts: { place: "coordinator", why: MANAGEMENT },
  parser_journal: { place: "coordinator", why: MANAGEMENT },
  partner_credentials: { place: "coordinator", why: MANAGEMENT },
  partner_old_keys: { place: "coordinator", why: MANAGEMENT },
  partners: { place: "coordinator", why: MANAGEMENT },

  pos_categories: { place: "coordinator", why: POS },
  pos_invitations: { place: "coordinator", why: POS },
  pos_item_tax_rates: { place: "coordinator", why: POS },
  pos_items: { place: "coordinator", why: POS },
  pos_keys: { place: "coordinator", why: POS },
  pos_photos: { place: "coordinator", why: POS },
  pos_refunds: { place: "coordinator", why: POS },
  pos_sale_lines: { place: "coordinator", why: POS },
  pos_sale_terms: { place: "coordinator", why: POS },
  pos_sales: { place: "coordinator", why: POS },
  pos_sessions: { place: "coordinator", why: POS },
  pos_tax_rates: { place: "coordinator", why: POS },
  pos_term_starts: { place: "coordinator", why: POS },
  pos_terms: { place: "coordinator", why: POS },
  pos_users: { place: "coordinator", why: POS },

  notification_choices: { place: "coordinator", why: "of people of all kinds, and small" },
  notification_problems: { place: "coordinator", why: WORK },
  notifications: { place: "coordinator", why: "a few rows of each person" },

  bank_blocks: { place: "coordinator", why: SETTINGS },
  bank_corrections: { place: "coordinator", why: SETTINGS },
  form_brands: { place: "coordinator", why: SETTINGS },
  form_claims: { place: "coordinator", why: SETTINGS },
  further_webhook_endpoints: { place: "coordinator", why: SETTINGS },
  payment_forms: { place: "coordinator", why: SETTINGS },
  report_filters: { place: "coordinator", why: SETTINGS },
  report_schedules: { place: "coordinator", why: SETTINGS },
  sent_reports: { place: "coordinator", why: "few rows, purged after two weeks" },
  saved_views: { place: "coordinator", why: SETTINGS },
  verification_leases: { place: "coordinator", why: "used together with verification_passes" },
  verification_passes: { place: "coordinator", why: SETTINGS },
  verification_settings: { place: "coordinator", why: SETTINGS },
  webhook_endpoints: { place: "coordinator", why: SETTINGS },

  base_keys: { place: "coordinator", why: KEYS },
  data_keys: { place: "coordinator", why: KEYS },
  master_keys: { place: "coordinator", why: KEYS },

  audit_anchor: { place: "coordinator", why: AUDIT },
  audit_chain: { place: "coordinator", why: AUDIT },
  audit_checks: { place: "coordinator", why: AUDIT },
  audit_entries: { place: "coordinator", why: AUDIT },
  audit_head: { place: "coordinator", why: AUDIT },
  audit_unchained: { place: "coordinator", why: AUDIT },

  backup_states: { place: "coordinator", why: WORK },
  business_clock: { place: "coordinator", why: WORK },
  business_runs: { place: "coordinator", why: WORK },
  business_work: { place: "coordinator", why: WORK },
  installation: { place: "coordinator", why: WORK },
  migrations: { place: "coordinator", why: WORK },
  month_counters: { place: "coordinator", why: "one counter of ids for the whole installation" },
  purges: { place: "coordinator", why: WORK },
  database_sizes: { place: "coordinator", why: WORK },
  safe_mode: { place: "coordinator", why: WORK },
  worker_heartbeats: { place: "coordinator", why: WORK },

  mailbox: { place: "coordinator", why: SIMULATED },
  request_log: { place: "coordinator", why: SIMULATED },
  "simulator.ach_answers": { place: "coordinator", why: SIMULATED },
  "simulator.ach_files": { place: "coordinator", why: SIMULATED },
  "simulator.card_orders": { place: "coordinator", why: SIMULATED },
  "simulator.verifications": { place: "coordinator", why: SIMULATED },
};

/** The distributed tables, the anchor first. */
export const DISTRIBUTED_TABLES: readonly string[] = Object.entries(TABLE_LAYOUT)
  .filter(([, { place }]) => place === "account")
  .map(([table]) => table);
