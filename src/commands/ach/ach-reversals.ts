/** `ach reverse`, `approve-reversal`, `reject-reversal` and `reversals`: under dual control. */
import type { Config } from "../../config.ts";
import {
  approveReversal,
  type DecideOutcome,
  type ReversalNeeds,
  rejectReversal,
  requestReversal,
} from "../../core/ach/reversals/request-reversal.ts";
import {
  REVERSAL_REASONS,
  type Reversal,
  type ReversalReason,
} from "../../core/ach/reversals/reversal.ts";
import { ReversalStore } from "../../core/ach/reversals/reversal-store.ts";
import { REVERSAL_REFUSALS } from "../../core/ach/reversals/reversal-texts.ts";
import type { Actor } from "../../core/audit/act.ts";
import { StartError } from "../../ports/start-error.ts";
import { signInOperator } from "../operators/sign-in-operator.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";
import { openPrompt } from "../prompt.ts";
import { withAuditedInstallation, withInstallation } from "../with-installation.ts";

interface ReverseOptions extends OutputOptions {
  readonly batch?: string;
  readonly reason: string;
  readonly note: string;
}

const SHOWN = 50;
const NOTE_MAX = 500;

export async function achReverseCommand(config: Config, fileName: string, options: ReverseOptions) {
  const wish = { fileName, ...readReversal(options) };
  await asOperator(config, async (needs, actor) => {
    const outcome = await requestReversal(needs, wish, { actor });
    if (outcome.kind !== "requested") throw new StartError(REVERSAL_REFUSALS[outcome.kind]);
    const { id } = outcome;
    print(options, { reversal: id, state: "requested" }, [
      `Reversal ${id} was requested. Another operator must now run: ach approve-reversal ${id}`,
    ]);
  });
}

function readReversal({ batch, reason, note }: ReverseOptions) {
  const known = REVERSAL_REASONS.find((one) => one === reason.replaceAll("-", "_"));
  if (known === undefined) {
    const names = REVERSAL_REASONS.map(reasonName).join(", ");
    throw new StartError(`--reason must be one of: ${names}.`);
  }
  if (batch !== undefined && !/^\d{1,7}$/.test(batch)) {
    throw new StartError("--batch must be the number of a batch in the file.");
  }
  if (note.trim() === "" || note.length > NOTE_MAX) {
    throw new StartError(`--note must have 1 to ${NOTE_MAX} characters.`);
  }
  return { reason: known, batchNumber: batch === undefined ? undefined : Number(batch), note };
}

function reasonName(reason: ReversalReason): string {
  return reason.replaceAll("_", "-");
}

export async function achApproveReversalCommand(
  config: Config,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await asOperator(config, async (needs, actor) => {
    printDecision(await approveReversal(needs, readId(id), { actor }), id, options);
  });
}

export async function achRejectReversalCommand(
  config: Config,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await asOperator(config, async (needs, actor) => {
    printDecision(await rejectReversal(needs, readId(id), { actor }), id, options);
  });
}

function readId(id: string): string {
  if (/^\d{1,18}$/.test(id)) return id;
  throw new StartError("The reversal must be a number from `ach reversals`.");
}

function printDecision(outcome: DecideOutcome, id: string, options: OutputOptions): void {
  if (outcome.kind !== "approved" && outcome.kind !== "rejected") {
    throw new StartError(REVERSAL_REFUSALS[outcome.kind]);
  }
  const next = outcome.kind === "approved" ? " Its file is sent with the next exchange." : "";
  print(options, { reversal: id, state: outcome.kind }, [
    `Reversal ${id} is ${outcome.kind}.${next}`,
  ]);
}

export async function achReversalsCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const reversals = await new ReversalStore(owner).listReversals(SHOWN);
    print(options, { reversals }, linesOrMessage("No reversals yet.", reversals.map(reversalLine)));
  });
}

function reversalLine(reversal: Reversal): string {
  const { id, state, fileName, batchNumber, reason, requestedBy, decidedBy } = reversal;
  const what = batchNumber === null ? fileName : `${fileName} batch ${batchNumber}`;
  const people = decidedBy === null ? requestedBy : `${requestedBy}, ${decidedBy}`;
  return `${id.padStart(4)}  ${state.padEnd(9)}  ${what}  ${reasonName(reason)}  by ${people}`;
}

async function asOperator(
  config: Config,
  work: (needs: ReversalNeeds, actor: Actor) => Promise<void>,
): Promise<void> {
  await withAuditedInstallation(config, async (installed) => {
    const questions = openPrompt();
    try {
      const name = await signInOperator(installed, questions);
      const { owner: db, clock } = installed;
      await work({ db, clock }, { kind: "operator", name });
    } finally {
      questions.close();
    }
  });
}
