/** Checks of card hosts: each configured one answers and accepts our credentials. */
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { type ProcessorUse, ProcessorUseStore } from "../../core/doctor/processor-use-store.ts";
import { type Finding, foundFailing, foundNothingToCheck, foundOk } from "../../ports/finding.ts";
import type { ChargePage, Processor } from "../../ports/processor.ts";
import { openConfiguredHost } from "../areas/card-host.ts";
import type { DoctorParts } from "./doctor-parts.ts";

/** One card host of the settings. A new kind of host is one more entry of this list. */
interface ConfiguredHost {
  /** What accounts call it. */
  readonly name: string;
  open(): OpenedHost | undefined;
}

type OpenedHost = Pick<Processor, "listCharges"> & { close(): Promise<void> };

/** Shorter than for payments: an operator waits for it. */
const ANSWER_WITHIN_MS = 8_000;

export function listCardHostChecks(parts: DoctorParts): readonly DoctorCheck[] {
  const hosts = listHosts(parts);
  const checks = hosts.map((host) => ({ name: host.name, run: () => checkHost(parts, host) }));
  return [{ name: "accounts", run: () => checkAccounts(parts, hosts) }, ...checks];
}

function listHosts({ config }: DoctorParts): readonly ConfiguredHost[] {
  if (config.cardHostUrl === undefined) return [];
  const processorTimeoutMs = Math.min(config.processorTimeoutMs, ANSWER_WITHIN_MS);
  const asked = { ...config, processorTimeoutMs };
  return [{ name: "host", open: () => openConfiguredHost(asked, () => {}) }];
}

/** Asks for the charges of the last second, which changes nothing at the host. */
async function checkHost({ clock }: DoctorParts, { open }: ConfiguredHost): Promise<Finding> {
  const host = open();
  if (host === undefined) return foundNothingToCheck("No card host is configured.");
  try {
    const to = clock.wall();
    const range = { from: to.subtract({ seconds: 1 }), to };
    return judgeAnswer(await host.listCharges(range, undefined));
  } finally {
    await host.close();
  }
}

function judgeAnswer(answer: ChargePage): Finding {
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
      ? "Check CARD_HOST_KEY or CARD_HOST_KEY_FILE and the client certificate with the host's operator."
      : "Check CARD_HOST_URL, the network and the host's certificate, or ask the host's operator.",
  );
}

async function checkAccounts(
  parts: DoctorParts,
  hosts: readonly ConfiguredHost[],
): Promise<Finding | readonly Finding[]> {
  const { payments } = await parts.tables();
  const uses = await new ProcessorUseStore(payments).listCardProcessors();
  const isProduction = parts.config.environment === "production";
  const known = [...hosts.map(({ name }) => name), ...(isProduction ? [] : ["simulator"])];
  const wrong = uses.filter(({ processor }) => !known.includes(processor));
  if (wrong.length > 0) return wrong.map(judgeUse);
  if (uses.length === 0) return foundNothingToCheck("No active account takes cards.");
  const sum = uses.map(({ processor, accounts }) => `${processor}: ${accounts}`).join(", ");
  return foundOk(`Active accounts by card processor: ${sum}.`);
}

function judgeUse({ processor, accounts }: ProcessorUse): Finding {
  const found = `${accounts} active accounts use the card processor ${processor}, which is not configured.`;
  return foundFailing(
    `${found} Their card payments are refused.`,
    "Set CARD_HOST_URL, or change the accounts with `sixdoors accounts set … --card-processor`.",
  );
}
