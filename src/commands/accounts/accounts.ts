/** `accounts`: creates, lists, shows, changes, enables and disables merchant accounts. */
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import type { AccountSettings } from "../../core/accounts/account-record.ts";
import { AccountRecordStore } from "../../core/accounts/account-record-store.ts";
import type { AccountNeeds } from "../../core/accounts/act-on-account.ts";
import { createAccount } from "../../core/accounts/create-account.ts";
import { setAccountActive } from "../../core/accounts/set-account-active.ts";
import { showAccount } from "../../core/accounts/show-account.ts";
import { updateAccount } from "../../core/accounts/update-account.ts";
import { StartError } from "../../ports/start-error.ts";
import { readTake, readYesNo } from "../options.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";
import {
  commandLineParty,
  type OpenInstallation,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";
import { accountCommandError, accountLine, accountLines } from "./account-texts.ts";

interface CreateOptions extends OutputOptions {
  readonly name: string;
  readonly zone: string;
  readonly currency: string;
  readonly id?: string;
  readonly agent?: boolean;
  readonly parent?: string;
}

export async function createAccountCommand(config: Config, options: CreateOptions) {
  const { name, zone: timeZone, currency, id, agent: isAgent = false, parent } = options;
  const wish = { id, name, timeZone, currency, isAgent, parentId: parent ?? null };
  await withAuditedInstallation(config, async (installed) => {
    const outcome = await createAccount(accountNeeds(installed), wish, commandLineParty());
    if (outcome.kind !== "created") throw accountCommandError(outcome);
    const accessKey = showOnce(outcome.accessKey);
    print(options, { created: outcome.account.id, accessKey }, [
      `Account ${outcome.account.id} was created.`,
      `API key (shown only once): ${accessKey}`,
    ]);
  });
}

interface ListOptions extends OutputOptions {
  readonly parent?: string;
  readonly after?: string;
  readonly take?: string;
}

const TAKE = 100;

export async function listAccountsCommand(config: Config, options: ListOptions): Promise<void> {
  const { parent: parentId, after } = options;
  for (const id of [parentId, after]) {
    if (id !== undefined && !/^\d{1,12}$/.test(id)) {
      throw accountCommandError({ kind: "bad_setting", setting: "id" });
    }
  }
  const take = readTake(options.take, TAKE);
  await withInstallation(config, async ({ owner }) => {
    const filter = { parentId, after, take };
    const accounts = await new AccountRecordStore(owner).listAccounts(filter);
    const last = accounts.length === filter.take ? accounts.at(-1)?.id : undefined;
    const more = last === undefined ? [] : [`More: --after ${last}`];
    const lines = linesOrMessage(
      "There are no accounts. Create one with `accounts create`.",
      accounts.map(accountLine),
    );
    print(options, { accounts }, [...lines, ...more]);
  });
}

export async function showAccountCommand(config: Config, id: string, options: OutputOptions) {
  await withInstallation(config, async (installed) => {
    const view = await showAccount(accountNeeds(installed), id);
    if (view === undefined) throw accountCommandError({ kind: "not_found" });
    print(options, view, accountLines(view));
  });
}

export async function switchAccountCommand(
  config: Config,
  id: string,
  options: OutputOptions & { readonly isActive: boolean },
): Promise<void> {
  const { isActive } = options;
  await withAuditedInstallation(config, async (installed) => {
    const outcome = await setAccountActive(accountNeeds(installed), id, {
      isActive,
      by: commandLineParty(),
    });
    const state = isActive ? "enabled" : "disabled";
    if (outcome.kind !== "switched" && outcome.kind !== "unchanged")
      throw accountCommandError(outcome);
    const already = outcome.kind === "unchanged" ? "already " : "";
    print(options, { account: id, isActive }, [`Account ${id} is ${already}${state}.`]);
  });
}

interface SetOptions extends OutputOptions {
  readonly name?: string;
  readonly zone?: string;
  readonly agent?: string;
  readonly parent?: string;
  readonly receiptEmail?: string;
  readonly cardProcessor?: string;
  readonly merchantId?: string;
  readonly terminalId?: string;
  readonly categoryCode?: string;
  readonly achProcessor?: string;
  readonly secCode?: string;
  readonly sameDay?: string;
  readonly addenda?: string;
  readonly prenotes?: string;
  readonly returnStop?: string;
  readonly credit?: string;
  readonly freeCredit?: string;
  readonly creditApproval?: string;
  readonly dualControl?: string;
  readonly achChanges?: string;
  readonly achRetryDays?: string;
  readonly declineAvs?: string;
  readonly declineCvv?: string;
  readonly authorizationDays?: string;
  readonly duplicateMinutes?: string;
  readonly partner?: string;
}

export async function setAccountCommand(config: Config, id: string, options: SetOptions) {
  const changes = readChanges(options);
  if (Object.keys(changes).length === 0 && options.partner === undefined) {
    throw new StartError("No setting given. See accounts set --help.");
  }
  await withAuditedInstallation(config, async (installed) => {
    const outcome = await updateAccount(accountNeeds(installed), id, {
      changes: { ...changes, ...(await readPartner(installed, options)) },
      by: commandLineParty(),
    });
    if (outcome.kind !== "updated" && outcome.kind !== "unchanged")
      throw accountCommandError(outcome);
    const changed = outcome.kind === "updated" ? outcome.changed : {};
    const { heldId } = outcome;
    const held = heldId === undefined ? {} : { waitsForApproval: heldId };
    print(options, { account: id, changed, ...held }, changeLines(id, changed, heldId));
  });
}

function changeLines(id: string, changed: object, heldId: string | undefined): string[] {
  const names = Object.keys(changed).join(", ");
  const done = `These settings of account ${id} were changed: ${names}.`;
  const same = `Account ${id} already has these settings. Nothing changed.`;
  if (heldId === undefined) return [names === "" ? same : done];
  const held = `Approval ${heldId}: the account has dual control, so a second operator must approve the change in the console.`;
  return names === "" ? [held] : [done, held];
}

/** An amount such as 500.00, or none. Other texts are refused with the rule of the setting. */
function readLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  return /^\d{1,8}(\.\d\d)?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}

/** The value "none" clears an optional setting. */
function readChanges(options: SetOptions): Partial<AccountSettings> {
  const { name, zone, parent, receiptEmail, cardProcessor, achProcessor, secCode } = options;
  const { agent, credit, declineAvs, declineCvv, authorizationDays, duplicateMinutes } = options;
  const given: Partial<Record<keyof AccountSettings, unknown>> = {
    name,
    timeZone: zone,
    isAgent: readYesNo("--agent", agent),
    parentId: noneToNull(parent),
    receiptEmail: noneToNull(receiptEmail),
    cardProcessor: noneToNull(cardProcessor),
    cardMerchantId: noneToNull(options.merchantId),
    cardTerminalId: noneToNull(options.terminalId),
    cardCategoryCode: noneToNull(options.categoryCode),
    achProcessor: noneToNull(achProcessor),
    achSecCode: secCode,
    achSameDay: readYesNo("--same-day", options.sameDay),
    achAddenda: readYesNo("--addenda", options.addenda),
    achPrenotes: readYesNo("--prenotes", options.prenotes),
    achReturnStop: readYesNo("--return-stop", options.returnStop),
    allowsCredit: readYesNo("--credit", credit),
    allowsFreeCredit: readYesNo("--free-credit", options.freeCredit),
    creditApprovalCents: readLimit(options.creditApproval),
    dualControl: readYesNo("--dual-control", options.dualControl),
    appliesAchChanges: readYesNo("--ach-changes", options.achChanges),
    achRetryDays: options.achRetryDays === undefined ? undefined : Number(options.achRetryDays),
    declinesAvs: declineAvs === "none" ? "" : declineAvs,
    declinesCvv: declineCvv === "none" ? "" : declineCvv,
    authorizationDays: authorizationDays === undefined ? undefined : Number(authorizationDays),
    duplicateMinutes: duplicateMinutes === undefined ? undefined : Number(duplicateMinutes),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Operators know a partner by its reference, but accounts store its id. */
async function readPartner({ owner }: OpenInstallation, { partner }: SetOptions) {
  if (partner === undefined) return {};
  if (partner === "none") return { partnerId: null };
  const partnerId = await new AccountRecordStore(owner).findPartnerId(partner);
  if (partnerId === undefined)
    throw accountCommandError({ kind: "bad_setting", setting: "partnerId" });
  return { partnerId };
}

function noneToNull(text: string | undefined): string | null | undefined {
  return text === "none" ? null : text;
}

export function accountNeeds({ owner, custody, clock, config }: OpenInstallation): AccountNeeds {
  return { db: owner, custody, clock, environment: config.environment };
}
