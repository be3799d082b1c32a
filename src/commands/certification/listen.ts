/** `listen`: prints the webhooks of an account and forwards them to a program on this machine. */
import { setTimeout as pause } from "node:timers/promises";
import { findDataDir } from "../../app/database/database-place.ts";
import { isGatewayRunning } from "../../app/process/gateway-heartbeat.ts";
import { listenForStop } from "../../app/process/stop-signal.ts";
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import {
  beginListening,
  endListening,
  type ListenOutcome,
} from "../../core/accounts/listen-webhook.ts";
import type { WebhookEvent } from "../../core/outbox/webhook-events.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { accountCommandError } from "../accounts/account-texts.ts";
import { accountNeeds } from "../accounts/accounts.ts";
import type { OutputOptions } from "../output.ts";
import { commandLineParty, withAuditedInstallation } from "../with-installation.ts";
import { eventDocument, eventLine, readSeenEvent } from "./event-line.ts";
import type { ForwardAnswer, ReceivedEvent } from "./forward-event.ts";
import { type ListenOptions, type ListenWish, readListenWish } from "./listen-options.ts";
import { isListenerAlive, type ListenServer, openListenServer } from "./listen-server.ts";
import { requireCertification } from "./require-certification.ts";

/** Where a listener prints, and when it ends. Tests have their own. */
export interface ListenTerms {
  /** Events and the lines at the start. */
  readonly print: (line: string) => void;
  /** Messages that are not part of the output. */
  readonly note: (line: string) => void;
  readonly stopped: Promise<unknown>;
}

type Listening = Extract<ListenOutcome, { readonly kind: "listening" }>;

const GATEWAY_EVERY_MS = 1_000;
/** Web processes of the gateway notice a new webhook within a second. */
const NOTICED_AFTER_MS = 1_100;
const GONE = 410;

export async function listenCommand(config: Config, options: ListenOptions): Promise<void> {
  const own = commandProcess();
  const stop = listenForStop();
  await listenUntilStopped(config, options, {
    print: (line) => own.stdout.write(`${line}\n`),
    note: (line) => (options.json ? own.stderr : own.stdout).write(`${line}\n`),
    stopped: stop.requested,
  });
  // The channel to our launcher would keep the process running.
  own.exit(0);
}

export async function listenUntilStopped(
  config: Config,
  options: ListenOptions,
  terms: ListenTerms,
): Promise<void> {
  requireCertification(config, "listen");
  const wish = await readListenWish(options);
  const { forwardTo, events } = wish;
  if (!(await waitForGateway(config, terms))) return;
  const onEvent = (event: ReceivedEvent, forwarded: ForwardAnswer | undefined) =>
    printEvent(options, terms, { event, forwarded });
  const server = await openListenServer({ forwardTo, onEvent });
  try {
    const listening = await pointWebhook(config, server, wish);
    try {
      await Promise.race([terms.stopped, pause(NOTICED_AFTER_MS)]);
      printStart(options, terms, { listening, forwardTo, events });
      await terms.stopped;
    } finally {
      await putWebhookBack(config, listening, terms);
    }
  } finally {
    await server.close();
  }
}

/** Returns false if it was stopped before a gateway started. */
async function waitForGateway(config: Config, { note, stopped }: ListenTerms): Promise<boolean> {
  let isStopped = false;
  const end = stopped.then(() => {
    isStopped = true;
  });
  for (let round = 0; !isStopped; round++) {
    if (await isGatewayRunning(config)) return true;
    if (round === 0) note(await noGatewayText(config));
    await Promise.race([end, pause(GATEWAY_EVERY_MS)]);
  }
  return false;
}

/** The gateway may run in another folder. */
async function noGatewayText(config: Config): Promise<string> {
  const isOwnServer = config.databaseUrl !== undefined;
  const where = isOwnServer ? "the database" : `the data folder ${await findDataDir(config)}`;
  return `No gateway is running on ${where}. Start one in another shell, in the same folder; listen waits for it.`;
}

async function pointWebhook(
  config: Config,
  { port }: ListenServer,
  { account, events, takesOver }: ListenWish,
): Promise<Listening> {
  const wish = { port, events, takesOver, isAlive: isListenerAlive };
  let outcome: ListenOutcome | undefined;
  await withAuditedInstallation(config, async (installed) => {
    const needs = accountNeeds(installed);
    outcome = await beginListening(needs, account, { wish, by: commandLineParty() });
  });
  if (outcome?.kind === "listening") return outcome;
  throw listenError(account, outcome);
}

function listenError(account: string, outcome: ListenOutcome | undefined): StartError {
  switch (outcome?.kind) {
    case "own_url":
      return new StartError(
        `Account ${account} already sends its webhooks to ${outcome.url}. Add --take-over to receive them here until you stop, or choose another account.`,
      );
    case "other_listener":
      return new StartError(
        `Another \`listen\` already receives the webhooks of account ${account}. Stop it first, or choose another account.`,
      );
    case "bad_url":
    case "not_found":
      return accountCommandError(outcome);
    default:
      return new StartError("The webhook could not be set.");
  }
}

/** The database may be gone with the gateway. Then the next listener puts the webhook back. */
async function putWebhookBack(
  config: Config,
  { accountId, url, former }: Listening,
  { note }: ListenTerms,
): Promise<void> {
  const by = commandLineParty();
  try {
    await withAuditedInstallation(config, async (installed) => {
      const isDone = await endListening(accountNeeds(installed), accountId, { url, by });
      if (!isDone) note("The webhook was changed while listen ran, so it stays as it is.");
      else if (former !== undefined) note(`Webhooks go to ${former.url} again.`);
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    note(`The webhook of account ${accountId} could not be put back: ${why}`);
    note("The next `listen` puts it back when it ends.");
  }
}

interface Start {
  readonly listening: Listening;
  readonly forwardTo: URL | undefined;
  readonly events: readonly WebhookEvent[] | null;
}

function printStart({ json }: OutputOptions, { print }: ListenTerms, start: Start): void {
  const { listening, forwardTo, events } = start;
  const { accountId: account, url, former } = listening;
  const secret = showOnce(listening.secret);
  if (json) {
    const forward = forwardTo?.href ?? null;
    print(JSON.stringify({ account, url, secret, forwardTo: forward, events: events ?? "all" }));
    return;
  }
  print(`Ready. Your webhook signing secret is ${secret}`);
  print(`Events of account ${account}: ${events?.join(", ") ?? "all"}.`);
  if (forwardTo !== undefined) print(`They are forwarded to ${forwardTo.href}`);
  if (former !== undefined) print(`They do not go to ${former.url} until you stop.`);
  print("Stop with Ctrl-C.");
}

interface Delivered {
  readonly event: ReceivedEvent;
  readonly forwarded: ForwardAnswer | undefined;
}

function printEvent(
  { json }: OutputOptions,
  { print, note }: ListenTerms,
  { event, forwarded }: Delivered,
): void {
  const seen = readSeenEvent(event);
  print(json ? JSON.stringify(eventDocument(seen, forwarded)) : eventLine(seen, forwarded));
  if (forwarded?.kind === "answered" && forwarded.status === GONE) {
    note("Status 410 turns the webhook off, so no more events arrive. Start listen again.");
  }
}
