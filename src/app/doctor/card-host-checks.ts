/** Checks of card hosts: each configured one answers and accepts our credentials. */
import type { CardHostRecord } from "../../core/card-hosts/card-host-record.ts";
import { CardHostStore } from "../../core/card-hosts/card-host-store.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { type ProcessorUse, ProcessorUseStore } from "../../core/doctor/processor-use-store.ts";
import {
  type CheckFinding,
  foundFailing,
  foundNothingToCheck,
  foundOk,
} from "../../ports/finding.ts";
import type { ChargePage, Processor } from "../../ports/processor.ts";
import { openConfiguredHost } from "../areas/card-hosts/default-host.ts";
import { openAndSignOn } from "../areas/card-hosts/wait-for-sign-on.ts";
import type { DoctorParts } from "./doctor-parts.ts";
import { findSafeModeSkip } from "./skip-in-safe-mode.ts";

/** Shorter than for payments: an operator waits for it. */
const ANSWER_WITHIN_MS = 8_000;
const LIMIT_MS = 20_000;
/** What accounts call the card host of the settings. */
const DEFAULT_NAME = "host";

export async function listCardHostChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const named = await listNamedHosts(parts);
  const hasDefault = parts.config.cardHostUrl !== undefined;
  const names = [...(hasDefault ? [DEFAULT_NAME] : []), ...named.map(({ name }) => name)];
  const check = (name: string, run: DoctorCheck["run"]) => ({ name, limitMs: LIMIT_MS, run });
  return [
    check("accounts", () => checkAccounts(parts, names)),
    ...(hasDefault ? [check(DEFAULT_NAME, () => checkDefaultHost(parts))] : []),
    ...named.map((record) => check(record.name, () => checkNamedHost(parts, record))),
  ];
}

/** Without the database there are only the hosts of the settings. */
export async function listNamedHosts(parts: DoctorParts): Promise<readonly CardHostRecord[]> {
  const db = await parts.tables().catch(() => undefined);
  return db === undefined ? [] : new CardHostStore(db.app).listHosts();
}

function impatient({ config }: DoctorParts) {
  const processorTimeoutMs = Math.min(config.processorTimeoutMs, ANSWER_WITHIN_MS);
  return { ...config, processorTimeoutMs };
}

async function checkDefaultHost(parts: DoctorParts): Promise<CheckFinding> {
  const skip = await findSafeModeSkip(parts);
  if (skip !== undefined) return skip;
  const host = openConfiguredHost(impatient(parts), () => {});
  if (host === undefined) return foundNothingToCheck("No card host is set.");
  try {
    return await askForCharges(parts, host);
  } finally {
    await host.close();
  }
}

/** A host that is connected all the time proves the credentials by its sign-on. */
async function checkNamedHost(parts: DoctorParts, record: CardHostRecord): Promise<CheckFinding> {
  const skip = await findSafeModeSkip(parts);
  if (skip !== undefined) return skip;
  const config = impatient(parts);
  const trial = await openAndSignOn(record, config, config.processorTimeoutMs);
  const { host, isSignedOn, problems } = trial;
  try {
    if (host.connections === undefined) return await askForCharges(parts, host.processor);
    if (isSignedOn) return foundOk("The card host accepted the sign-on.");
    return foundFailing(
      `The card host accepted no sign-on: ${problems.join("; ") || "no answer"}.`,
      "Check its address, dialect, header and certificate with `sixdoors card-hosts list`, and the network.",
    );
  } finally {
    await host.close();
  }
}

/** Asks for the charges of the last second, which changes nothing at the host. */
async function askForCharges(
  { clock }: DoctorParts,
  processor: Pick<Processor, "listCharges">,
): Promise<CheckFinding> {
  const to = clock.wall();
  const range = { from: to.subtract({ seconds: 1 }), to };
  return judgeAnswer(await processor.listCharges(range, undefined));
}

function judgeAnswer(answer: ChargePage): CheckFinding {
  if (answer.kind === "listed") {
    return foundOk("The card host answers and accepts our credentials.");
  }
  if (answer.kind === "cannot_list") {
    return foundOk(
      "The card host answers. It has no list of charges, so its answer does not prove our credentials.",
    );
  }
  const isLogin = /\b40[13]\b/.test(answer.why);
  return foundFailing(
    `The card host gives no usable answer: ${answer.why}.`,
    isLogin
      ? "Check its key file and client certificate with the host's operator."
      : "Check its address, the network and the host's certificate, or ask the host's operator.",
  );
}

async function checkAccounts(
  parts: DoctorParts,
  hosts: readonly string[],
): Promise<CheckFinding | readonly CheckFinding[]> {
  const { payments } = await parts.tables();
  const uses = await new ProcessorUseStore(payments).listCardProcessors();
  const isProduction = parts.config.environment === "production";
  const known = isProduction ? hosts : [...hosts, "simulator"];
  const wrong = uses.filter(({ processor }) => !known.includes(processor));
  if (wrong.length > 0) return wrong.map(judgeUse);
  if (uses.length === 0) return foundNothingToCheck("No active account takes cards.");
  const sum = uses.map(({ processor, accounts }) => `${processor}: ${accounts}`).join(", ");
  return foundOk(`Active accounts by card processor: ${sum}.`);
}

function judgeUse({ processor, accounts }: ProcessorUse): CheckFinding {
  const found = `${accounts} active accounts use the card processor ${processor}, which is not configured.`;
  return foundFailing(
    `${found} Their card payments are refused.`,
    "Add the host with `sixdoors card-hosts add` or CARD_HOST_URL, or change the accounts with `sixdoors accounts set … --card-processor`.",
  );
}
