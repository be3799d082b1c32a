/**
 * Shows and changes an account's verification settings. They are available only while an ACH processor
 * is selected; otherwise they are kept but hidden. Every change is audited in the same commit.
 */
import type { Database } from "../../db/database.ts";
import type { AccountRecord, NotFound } from "../accounts/account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "../accounts/act-on-account.ts";
import type { Actor } from "../audit/act.ts";
import {
  applyVerificationChange,
  DEFAULT_VERIFICATION_SETTINGS,
  type VerificationChange,
  type VerificationChangeReading,
  type VerificationSettings,
} from "./settings.ts";
import { VerificationSettingsStore } from "./settings-store.ts";

/** The account has no ACH processor, so it has no verification settings. */
interface NoAchProcessor {
  readonly kind: "no_ach_processor";
}

export type ShowOutcome =
  | { readonly kind: "shown"; readonly settings: VerificationSettings }
  | NoAchProcessor
  | NotFound;

export type SetOutcome =
  | { readonly kind: "saved" | "unchanged"; readonly settings: VerificationSettings }
  | Extract<VerificationChangeReading, { readonly kind: "invalid_settings" }>
  /** A merchant may change the rules, but only an operator turns verification on or off. */
  | { readonly kind: "operators_only" }
  | NoAchProcessor
  | NotFound;

export async function showVerification(
  needs: Pick<AccountNeeds, "db">,
  id: string,
): Promise<ShowOutcome> {
  return actOnAccount(needs, id, async (db, account): Promise<ShowOutcome> => {
    const settings = await findSettings(db, account);
    return settings === undefined ? { kind: "no_ach_processor" } : { kind: "shown", settings };
  });
}

export async function setVerification(
  needs: Pick<AccountNeeds, "db">,
  id: string,
  { change, by }: { readonly change: VerificationChange; readonly by: ActingParty },
): Promise<SetOutcome> {
  return actOnAccount(needs, id, async (db, account): Promise<SetOutcome> => {
    const before = await findSettings(db, account);
    if (before === undefined) return { kind: "no_ach_processor" };
    const reading = applyVerificationChange(before, change);
    if (reading.kind === "invalid_settings") return reading;
    const { settings } = reading;
    if (settings.isEnabled !== before.isEnabled && !isStaff(by.actor)) {
      return { kind: "operators_only" };
    }
    const changed = changedNames(before, settings);
    if (changed.length === 0) return { kind: "unchanged", settings };
    await new VerificationSettingsStore(db).saveSettings(account.id, settings);
    await recordAccountAct(db, by, {
      action: "account.set_verification",
      accountId: account.id,
      before: shown(before, changed),
      after: shown(settings, changed),
    });
    return { kind: "saved", settings };
  });
}

async function findSettings(db: Database, account: AccountRecord) {
  if (account.achProcessor === null) return undefined;
  return (
    (await new VerificationSettingsStore(db).findSettings(account.id)) ??
    DEFAULT_VERIFICATION_SETTINGS
  );
}

function isStaff({ kind }: Actor): boolean {
  return kind === "operator" || kind === "command_line";
}

type Name = keyof VerificationSettings;

function changedNames(before: VerificationSettings, after: VerificationSettings): readonly Name[] {
  const names = Object.keys(after) as Name[];
  return names.filter((name) => String(before[name]) !== String(after[name]));
}

/** JSON has no undefined, so it is written as "every" (every transaction). */
function shown(settings: VerificationSettings, names: readonly Name[]): object {
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? "every"]));
}
