/** Judges standbys and replication slots. Pure. */
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";
import type { IdleSlot, Standby } from "./replication-store.ts";

export interface ReplicationFacts {
  readonly standbys: readonly Standby[];
  readonly idleSlots: readonly IdleSlot[];
  readonly synchronousStandbyNames: string;
  /** How many servers DATABASE_URL lists. */
  readonly serversListed: number;
}

const LAG_SECONDS_MAX = 60;
const MEBIBYTE = 1024 * 1024;
const BYTES_BEHIND_MAX = 256 * MEBIBYTE;
const SYNCHRONOUS = ["sync", "quorum"];

export function judgeReplication(facts: ReplicationFacts): readonly CheckFinding[] {
  const { standbys, idleSlots } = facts;
  const slots = idleSlots.map(judgeIdleSlot);
  if (standbys.some(({ state }) => state === null)) return [HIDDEN, ...slots];
  const missing = judgeMissing(facts);
  if (standbys.length === 0) return [missing ?? foundOk("No standby is connected."), ...slots];
  return [...(missing === undefined ? [] : [missing]), ...standbys.map(judgeStandby), ...slots];
}

const HIDDEN = foundWarning(
  "Standbys are connected, but the login may not see their state.",
  "Ask an administrator to run: grant pg_read_all_stats to the login of DATABASE_OWNER_URL.",
);

function judgeMissing(facts: ReplicationFacts): CheckFinding | undefined {
  const { standbys, synchronousStandbyNames: names, serversListed } = facts;
  const isSynchronous = standbys.some(({ syncState }) => SYNCHRONOUS.includes(syncState ?? ""));
  if (names !== "" && !isSynchronous) {
    return foundFailing(
      `synchronous_standby_names is ${names}, but no synchronous standby is connected, so commits wait.`,
      "Start the standby, or take it off synchronous_standby_names and reload the server.",
    );
  }
  if (standbys.length === 0 && serversListed > 1) {
    return foundWarning(
      `DATABASE_URL lists ${serversListed} servers, but no standby is connected to the primary.`,
      "Start the standby and check its primary_conninfo. Until then, a failover loses payments.",
    );
  }
  if (standbys.length > 0 && names === "") {
    return foundWarning(
      "No standby is synchronous: a failover can lose the last payments.",
      "Set synchronous_standby_names, as in docs/operations.md, Replication and failover.",
    );
  }
  return undefined;
}

function judgeStandby({ name, state, syncState, lagSeconds, bytesBehind }: Standby): CheckFinding {
  const behind = `${Math.round(lagSeconds ?? 0)} s and ${mebibytes(bytesBehind ?? 0)} behind`;
  const found = `Standby ${name} (${syncState}) is ${state}, ${behind}.`;
  const isLate = (lagSeconds ?? 0) > LAG_SECONDS_MAX || (bytesBehind ?? 0) > BYTES_BEHIND_MAX;
  if (state === "streaming" && !isLate) return foundOk(found);
  return foundWarning(
    found,
    "Check the standby's log, its disk, and the network between the servers.",
  );
}

function judgeIdleSlot({ name, bytesKept }: IdleSlot): CheckFinding {
  return foundWarning(
    `Nobody reads replication slot ${name}, which keeps ${mebibytes(bytesKept)} of WAL and will fill the disk.`,
    `Start the standby that uses it, or run: select pg_drop_replication_slot('${name}').`,
  );
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MB`;
}
