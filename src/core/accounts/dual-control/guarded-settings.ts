/** Settings of an account with dual control, which a second operator must approve. */
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../ports/clock.ts";
import { ApprovalStore } from "../../approvals/approval-store.ts";
import { recordAct } from "../../audit/act.ts";
import type { AccountRecord, AccountSettings } from "../account-record.ts";
import type { ActingParty } from "../act-on-account.ts";

/**
 * Where the money of the account goes, which credits it may send, and dual control itself. The other
 * settings cannot send money: they describe the account, decline payments, or schedule debits that
 * its customers authorized.
 */
const GUARDED: readonly (keyof AccountSettings)[] = [
  "achProcessor",
  "cardProcessor",
  "cardMerchantId",
  "cardTerminalId",
  "allowsCredit",
  "allowsFreeCredit",
  "creditApprovalCents",
  "dualControl",
];

interface SplitChanges {
  /** Saved at once. */
  readonly free: Partial<AccountSettings>;
  /** Undefined: none needs an approval. */
  readonly guarded: Partial<AccountSettings> | undefined;
}

/** Dual control is turned on by one operator, and off by two. */
export function splitChanges(
  { dualControl }: Pick<AccountSettings, "dualControl">,
  changed: Partial<AccountSettings>,
): SplitChanges {
  if (!dualControl) return { free: changed, guarded: undefined };
  const isGuarded = (name: string) => GUARDED.includes(name as keyof AccountSettings);
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(changed).filter(([name]) => isWanted(name)));
  const guarded = pick(isGuarded);
  const free = pick((name) => !isGuarded(name));
  return { free, guarded: Object.keys(guarded).length === 0 ? undefined : guarded };
}

interface GuardedChange {
  readonly account: AccountRecord;
  readonly before: Partial<AccountSettings>;
  readonly after: Partial<AccountSettings>;
  readonly by: ActingParty;
}

/** An account has one open change. Returns undefined if there is one already. */
export async function requestChange(
  db: Database,
  clock: Pick<Clock, "wall">,
  { account, before, after, by }: GuardedChange,
): Promise<string | undefined> {
  const details = { before, after };
  const wish = { kind: "account_change", accountId: account.id, subject: SAME } as const;
  const request = { ...wish, details, by: by.actor.name };
  const id = await new ApprovalStore(db).insertRequest(request, clock.wall());
  if (id === undefined) return undefined;
  await recordAct(db, {
    ...by,
    action: "approval.request",
    subject: { kind: "approval", id },
    before,
    after: { accountId: account.id, ...after },
    result: "done",
  });
  return id;
}

const SAME = new Uint8Array();
