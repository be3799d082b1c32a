/**
 * Statements that are not fixed to an account, each with the reason why it may be so on a Citus
 * cluster. A name is the file below src and the function. An entry that is no longer needed fails
 * the lint.
 */

const EVERY_SHARD = "reads all accounts: Citus asks every shard and puts the results together";
const DDL = "changes the table itself: Citus repeats it for every shard";
const PLAIN = "runs on plain PostgreSQL only: on a cluster the store has another statement";
const FILE_ENTRIES = "a file of a bank has entries of many accounts: Citus asks every shard";
const OLD_ROWS = "finds old rows of any account: Citus asks every shard";
const ROWS_OF_MANY = "inserts rows of several accounts: Citus sends each row to its shard";
const ONE_ROW = "inserts one row, whose values are parameters in the order of a list of columns";
const WITH_FILES = "rows of one account, with files of the coordinator: Citus reads the rows first";
const NAMES = "a few accounts with their names: Citus reads the rows of all shards first";
const TEST_KIT = "only in the test kit, which runs on plain PostgreSQL";

const RIGHTS = "changes the rights on the table: Citus repeats it on every node";

export const STATEMENT_EXCEPTIONS: Readonly<Record<string, string>> = {
  "core/safe-mode/safe-mode-store.ts #changeRights": RIGHTS,
  "app/testing/webhook-inbox-store.ts findOldest": TEST_KIT,
  "app/testing/webhook-inbox-store.ts listEvents": TEST_KIT,
  "core/ach/ach-purge-store.ts dropEntries": OLD_ROWS,
  "core/ach/ach-purge-store.ts dropFiles": OLD_ROWS,
  "core/ach/entry-overview-store.ts findEntryHistory": WITH_FILES,
  "core/ach/files/draft-store.ts countEntries": FILE_ENTRIES,
  "core/ach/files/draft-store.ts listEntries": FILE_ENTRIES,
  "core/ach/files/draft-store.ts recountBatches": FILE_ENTRIES,
  "core/ach/updates/sent-entry-store.ts lockByTrace":
    "a bank returns an entry by its trace number only: Citus asks every shard",
  "core/ach/updates/sent-entry-store.ts lockNext": FILE_ENTRIES,
  "core/ach/updates/update-store.ts #insertNotices": ROWS_OF_MANY,
  "core/ach/updates/update-store.ts #insertUpdates": ROWS_OF_MANY,
  "core/ach/updates/retry-store.ts #planInGroup": ROWS_OF_MANY,
  "core/transactions/merchant-transaction-store.ts findEntryFiles": WITH_FILES,
  "core/card-hosts/card-host-store.ts countUnfinished": EVERY_SHARD,
  "core/dashboard/sums-store.ts sumSentEntries": WITH_FILES,
  "core/figures/ach-figure-store.ts #countWaiting": EVERY_SHARD,
  "core/figures/operator-problem-store.ts findFailedEvents": EVERY_SHARD,
  "core/figures/operator-problem-store.ts findFailingEndpoints": EVERY_SHARD,
  "core/figures/operator-problem-store.ts findOpenAttempts": EVERY_SHARD,
  "core/figures/backup-state-store.ts countRows":
    "counts the rows of the embedded server, which is plain PostgreSQL",
  "core/figures/figure-store.ts countOpenAttempts": EVERY_SHARD,
  "core/figures/figure-store.ts countWaitingEvents": EVERY_SHARD,
  "core/figures/figure-store.ts findOldestAttemptSeconds": EVERY_SHARD,
  "core/figures/figure-store.ts findOutboxLagSeconds": EVERY_SHARD,
  "core/outbox/backlog-store.ts listFailures": NAMES,
  "core/outbox/backlog-store.ts listWaiting": NAMES,
  "core/outbox/delivery-overview-store.ts accountsWithFailures": EVERY_SHARD,
  "core/outbox/claims/delivery-store.ts #writeInGroup":
    "inserts rows of the account that the group has",
  "core/outbox/claims/due-account-store.ts #isAnyWaiting": EVERY_SHARD,
  "core/outbox/claims/due-account-store.ts #listDueOnCluster": EVERY_SHARD,
  "core/outbox/claims/due-account-store.ts listDueAccounts": PLAIN,
  "core/outbox/claims/due-endpoint-store.ts #isAnyWaiting": EVERY_SHARD,
  "core/outbox/claims/due-endpoint-store.ts #listDueOnCluster": EVERY_SHARD,
  "core/outbox/claims/due-endpoint-store.ts listDueEndpoints": PLAIN,
  "core/outbox/outbox-store.ts countBacklog": EVERY_SHARD,
  "core/outbox/outbox-writer-store.ts INSERT_COPY": ONE_ROW,
  "core/outbox/outbox-writer-store.ts REPEAT_COPY": ONE_ROW,
  "core/outbox/outbox-writer-store.ts INSERT_ROW": ONE_ROW,
  "core/outbox/outbox-writer-store.ts insertTransactionEvents": PLAIN,
  "core/payments/attempts/attempt-age-store.ts countByAge": EVERY_SHARD,
  "core/payments/attempts/attempt-age-store.ts listOldest": NAMES,
  "core/payments/attempts/attempt-statements.ts attemptStatements": PLAIN,
  "core/payments/attempts/earlier-store.ts FIND_EARLIER": PLAIN,
  "core/payments/attempts/lost-attempt-store.ts FIND_USE": PLAIN,
  "core/payments/attempts/open-attempt-store.ts #claimAbandonedOnCluster": EVERY_SHARD,
  "core/payments/attempts/open-attempt-store.ts claimAbandoned": PLAIN,
  "core/payments/attempts/restore-store.ts FIND_ORIGINAL": PLAIN,
  "core/payments/attempts/restore-store.ts findMissing": PLAIN,
  "core/payments/batches/batch-store.ts listAccountsToClose": EVERY_SHARD,
  "core/payments/changes/finish-change-store.ts WRITE": ONE_ROW,
  "core/payments/changes/lapse-store.ts #listAuthorized": EVERY_SHARD,
  "core/payments/ids/id-store.ts findHighestCounter": PLAIN,
  "core/payments/ids/id-store.ts findHighestOnCluster": EVERY_SHARD,
  "core/payments/ids/partition-store.ts createPartition": DDL,
  "core/payments/ids/partition-store.ts detachOnCluster": DDL,
  "core/payments/ids/partition-store.ts dropPartition": DDL,
  "core/payments/original-store.ts FIND_OPEN_PAYMENT": PLAIN,
  "core/payments/status-store.ts FIND_STATUSES": PLAIN,
  "core/payments/tally/tally-store.ts countByMinute": PLAIN,
  "core/retention/outlook-store.ts findOldestOfTenants": EVERY_SHARD,
  "core/retention/removal-store.ts countByIndex": OLD_ROWS,
  "core/retention/report/retention-report-store.ts #findOldestOfAccounts": EVERY_SHARD,
  "db/sharding/delete-rows.ts deleteOldRows": OLD_ROWS,
  "db/sharding/distribute.ts grantTokenColumns": RIGHTS,
  "db/sharding/shard-map.ts hasPayments": EVERY_SHARD,
};

/** Text that only the running program knows, so the lint cannot read it. */
export const UNREADABLE_STATEMENTS: Readonly<Record<string, string>> = {
  "db/database-pool.ts #atomically": "begins a transaction with the setting of a tenant",
  "db/database.ts toQuery": "passes on the template of its caller, which the lint reads there",
  "db/sharding/worker-roles.ts runIfAllowed": "gives a role a login or a planner setting",
  "db/transfer/suspend-constraints.ts suspendConstraints":
    "DDL that the catalog of the target gives",
};
