/** Checks that the card host and the bank of an account exist. */
import { namedCardHost } from "../card-hosts/card-host-names.ts";
import { CARD_HOST_KINDS } from "../card-hosts/card-host-record.ts";
import type { AccountSettings, BadSetting } from "./account-record.ts";
import type { AccountRecordStore } from "./account-record-store.ts";

type Processors = Pick<
  AccountSettings,
  "cardProcessor" | "cardMerchantId" | "cardTerminalId" | "achProcessor"
>;

const CARD_SETTINGS = ["cardProcessor", "cardMerchantId", "cardTerminalId"] as const;

/** Checks what changed. Undefined: the card host and the bank can be used. */
export async function findBadProcessor(
  accounts: AccountRecordStore,
  settings: Processors,
  changed: Partial<Processors> = settings,
): Promise<BadSetting | undefined> {
  const isCardChanged = CARD_SETTINGS.some((name) => changed[name] !== undefined);
  const setting =
    (isCardChanged ? await findBadCardHost(accounts, settings) : undefined) ??
    (await findBadBank(accounts, changed));
  return setting && { kind: "bad_setting", setting };
}

/** Some card hosts know a merchant only by its numbers. */
async function findBadCardHost(accounts: AccountRecordStore, settings: Processors) {
  const name = namedCardHost(settings.cardProcessor);
  if (name === undefined) return undefined;
  const kind = await accounts.findCardHostKind(name);
  if (kind === undefined) return "cardProcessor";
  if (!CARD_HOST_KINDS[kind].needsMerchant) return undefined;
  if (settings.cardMerchantId === null) return "cardMerchantId";
  return settings.cardTerminalId === null ? "cardTerminalId" : undefined;
}

async function findBadBank(
  accounts: AccountRecordStore,
  { achProcessor = null }: Partial<Processors>,
) {
  if (achProcessor === null || (await accounts.hasBankConnection(achProcessor))) return undefined;
  return "achProcessor";
}
