/**
 * `reconcile --against-host`: compares the card host's charges with our payments, for example after a
 * failover that lost commits. It only reads, unless --reverse is given.
 */
import { openHosts } from "../../app/areas/hosts.ts";
import { openPaymentsPool } from "../../app/database/pools.ts";
import type { Config } from "../../config.ts";
import { CardHostStore } from "../../core/card-hosts/card-host-store.ts";
import {
  type Comparison,
  compareCharges,
  type FoundDifference,
  type HostList,
} from "../../core/host-charges/compare-charges.ts";
import type { Difference, Moment } from "../../core/host-charges/judge-charge.ts";
import { KnownOrderStore } from "../../core/host-charges/known-order-store.ts";
import { reverseUnknownCharge } from "../../core/host-charges/reverse-charge.ts";
import { commandProcess } from "../../ports/command-process.ts";
import type { HostCharge } from "../../ports/host-charge.ts";
import type { ChargeRange, Processor } from "../../ports/processor.ts";
import { StartError } from "../../ports/start-error.ts";
import { formatCents } from "../../values/money.ts";
import { parseMoment } from "../../values/time-span.ts";
import { momentText, type OutputOptions, print } from "../output.ts";
import { requireReleased } from "../require-released.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";
import { readChargeFile, requireFewCharges } from "./charge-file.ts";

export interface ReconcileOptions extends OutputOptions {
  /** A file, or two times. */
  readonly againstHost: string;
  /** The time in which a file is complete. */
  readonly covers?: string;
  /** The name of a card host. Without it: the one of the settings, or the simulator. */
  readonly cardHost?: string;
  readonly reverse?: boolean;
}

/** Added to the lease of a payment: clocks differ, and lost payments are stored again first. */
const MARGIN_MS = 60_000;
const RANGE_FORM = "2026-11-17T10:00:00Z..2026-11-17T11:00:00Z";

export async function reconcileCommand(config: Config, options: ReconcileOptions): Promise<void> {
  const range = readRange(options.againstHost);
  const covers = options.covers === undefined ? undefined : requireRange(options.covers);
  if (range !== undefined && covers !== undefined) {
    throw new StartError("Use --covers with a file only. A list of the host covers its time.");
  }
  const charges = range === undefined ? await readChargeFile(options.againstHost) : undefined;
  const host = options.cardHost;
  await withAuditedInstallation(config, async (installed) => {
    if (options.reverse === true) {
      await requireReleased(installed.owner, "Charges cannot be reversed");
    }
    if (host !== undefined) await requireCardHost(installed, host);
    const asked =
      charges === undefined
        ? await askHost(installed, host, range as ChargeRange)
        : { charges, host, covers: covers && coveredOrders(config, covers) };
    const orders = new KnownOrderStore(installed.owner);
    const compared = await compareCharges(orders, asked, readMoment(installed));
    const reversed = options.reverse === true ? await reverseAll(installed, host, compared) : [];
    report(options, asked, { compared, reversed });
    if (compared.differences.length > 0) commandProcess().exitCode = 1;
  });
}

async function requireCardHost({ owner }: OpenInstallation, host: string): Promise<void> {
  const hosts = await new CardHostStore(owner).listHosts();
  if (hosts.some(({ name }) => name === host)) return;
  const names = hosts.map(({ name }) => name).join(", ");
  throw new StartError(`There is no card host ${host}. Named card hosts: ${names || "none"}.`);
}

/** Undefined: the text is the name of a file. */
function readRange(text: string): ChargeRange | undefined {
  const [first = "", second, more] = text.split("..");
  if (second === undefined || more !== undefined) return undefined;
  const [from, to] = [parseMoment(first), parseMoment(second)];
  if (from === undefined || to === undefined) return undefined;
  if (Temporal.Instant.compare(from, to) < 0) return { from, to };
  throw new StartError(`The second time must be later than the first, as in ${RANGE_FORM}.`);
}

function requireRange(text: string): ChargeRange {
  const range = readRange(text);
  if (range !== undefined) return range;
  throw new StartError(`Invalid --covers. Use two times, such as ${RANGE_FORM}.`);
}

function readMoment({ config, clock }: OpenInstallation): Moment {
  return {
    wall: clock.wall(),
    business: clock.business(),
    youthMs: youthMs(config),
    keepMonths: config.retention.transactionsMonths,
  };
}

/** The lease of a payment is twice the time limit of the card host. */
function youthMs({ processorTimeoutMs }: Config): number {
  return 2 * processorTimeoutMs + MARGIN_MS;
}

/** A charge is later than the beginning of its payment, so a file lacks those of the last payments. */
function coveredOrders(config: Config, { from, to }: ChargeRange): ChargeRange {
  const margin = Temporal.Duration.from({ milliseconds: youthMs(config) });
  const end = to.subtract(margin);
  if (Temporal.Instant.compare(from, end) < 0) return { from, to: end };
  throw new StartError(
    `The time of --covers must be longer than ${margin.total("seconds")} seconds. Payments that began in its last ${margin.total("seconds")} seconds are not compared, because the host may have charged them later. Use a file of a longer time.`,
  );
}

/** A charge is later than the beginning of its payment, so the host is asked for a little more. */
async function askHost(
  installed: OpenInstallation,
  host: string | undefined,
  range: ChargeRange,
): Promise<HostList> {
  const { config, log, place } = installed;
  const margin = { milliseconds: youthMs(config) };
  const wider = { from: range.from.subtract(margin), to: range.to.add(margin) };
  const hosts = openHosts(config, log);
  const db = openPaymentsPool(config, place.url);
  try {
    const processor =
      host === undefined ? hosts.processorFor(db) : await hosts.findCardHost(host, db);
    if (processor === undefined)
      throw new StartError(`The card host ${host} cannot be used. Run: card-hosts check ${host}`);
    return { charges: await listAll(processor, wider), host, covers: range };
  } finally {
    await hosts.close();
    await db.close();
  }
}

async function listAll(processor: Processor, range: ChargeRange): Promise<readonly HostCharge[]> {
  const charges: HostCharge[] = [];
  let after: string | undefined;
  do {
    const page = await processor.listCharges(range, after);
    if (page.kind === "cannot_list") throw new StartError(CANNOT_LIST);
    if (page.kind === "unknown") {
      throw new StartError(`The card host gave no list of charges: ${page.why}. Try again.`);
    }
    charges.push(...page.charges);
    requireFewCharges(charges.length);
    after = page.next;
  } while (after !== undefined);
  return charges;
}

const CANNOT_LIST =
  "The card host cannot list charges, or none is set (CARD_HOST_URL, --card-host). Get a file of its charges and name it: reconcile --against-host charges.csv. docs/card-host.md describes the format.";

/** Returns the charges whose reversal was recorded now. */
async function reverseAll(
  installed: OpenInstallation,
  host: string | undefined,
  { differences }: Comparison,
): Promise<readonly HostCharge[]> {
  const reversed: HostCharge[] = [];
  for (const { difference, charge } of differences) {
    if (difference !== "unknown_here") continue;
    const isRecorded = await reverseUnknownCharge(installed, { charge, host }, commandLineActor());
    if (isRecorded) reversed.push(charge);
  }
  return reversed;
}

interface Found {
  readonly compared: Comparison;
  readonly reversed: readonly HostCharge[];
}

function report(options: ReconcileOptions, list: HostList, { compared, reversed }: Found): void {
  const { counts, differences } = compared;
  const document = {
    charges: list.charges.length,
    counts,
    differences: differences.map(differenceDocument),
    reversing: reversed.map(({ reference }) => reference),
  };
  print(options, document, [
    ...differenceTable(differences),
    countLine(list, compared),
    ...resultLines(options, differences, reversed),
  ]);
}

function differenceDocument({ difference, charge }: FoundDifference) {
  const { amount, chargedAt, ...ids } = charge;
  return { difference, ...ids, amountCents: amount, chargedAt: momentText(chargedAt) };
}

const TEXTS: Readonly<Record<Difference, string>> = {
  unknown_here: "charged, unknown here",
  not_approved_here: "charged, not approved here",
  other_amount_here: "charged, other amount here",
  listed_differently: "listed again, differently",
  unknown_account: "charged, unknown account",
  unknown_at_host: "approved here, not in the list",
};

function differenceTable(differences: readonly FoundDifference[]): readonly string[] {
  if (differences.length === 0) return [];
  const head = ["Difference", "Account", "Transaction", "Type", "Amount", "Time", "Reference"];
  const rows = differences.map(({ difference, charge }) => [
    TEXTS[difference],
    charge.accountId,
    charge.transactionId,
    charge.transactionType,
    formatCents(charge.amount),
    momentText(charge.chargedAt),
    charge.reference,
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [...all.map(line), ""];
}

function countLine({ charges, covers }: HostList, { counts }: Comparison): string {
  const parts = [
    `${counts.agrees} agree`,
    ...(counts.pending > 0 ? [`${counts.pending} are pending here`] : []),
    ...(counts.reversing > 0 ? [`${counts.reversing} are reversed or being reversed`] : []),
    ...(counts.too_young > 0 ? [`${counts.too_young} are too new to judge`] : []),
    ...(counts.too_old > 0 ? [`${counts.too_old} are older than the payments kept here`] : []),
  ];
  const both =
    covers === undefined ? " Payments that the file lacks were not looked for (--covers)." : "";
  return `${charges.length} charges of the card host: ${parts.join(", ")}.${both}`;
}

function resultLines(
  { reverse }: ReconcileOptions,
  differences: readonly FoundDifference[],
  reversed: readonly HostCharge[],
): readonly string[] {
  if (differences.length === 0) return ["There are no differences."];
  const unknown = differences.filter(({ difference }) => difference === "unknown_here").length;
  if (reverse !== true) {
    const next = unknown === 0 ? "" : " To reverse the charges that are unknown here: --reverse.";
    return [`${differences.length} differences. Nothing was changed.${next}`];
  }
  return [
    `${differences.length} differences. ${reversed.length} reversals were recorded; a process that runs jobs sends them until the card host acknowledges them.`,
  ];
}
