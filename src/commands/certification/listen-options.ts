/** Reads the account and the options of `listen`. */
import { firstSeededAccount } from "../../core/certification/certification-seed.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../core/outbox/webhook-events.ts";
import { StartError } from "../../ports/start-error.ts";
import type { OutputOptions } from "../output.ts";

export interface ListenOptions extends OutputOptions {
  readonly account?: string | undefined;
  readonly forwardTo?: string;
  readonly events?: string;
  readonly takeOver?: boolean;
}

export interface ListenWish {
  readonly account: string;
  /** Null: all events. */
  readonly events: readonly WebhookEvent[] | null;
  readonly takesOver: boolean;
  readonly forwardTo: URL | undefined;
}

export async function readListenWish(options: ListenOptions): Promise<ListenWish> {
  return {
    events: readEventNames(options.events),
    forwardTo: readForwardUrl(options.forwardTo),
    takesOver: options.takeOver ?? false,
    account: options.account ?? (await firstSeededAccount()),
  };
}

function readEventNames(text: string | undefined): readonly WebhookEvent[] | null {
  if (text === undefined) return null;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !WEBHOOK_EVENTS.some((event) => event === name));
  if (unknown === undefined) return WEBHOOK_EVENTS.filter((event) => names.includes(event));
  throw new StartError(`Unknown event "${unknown}". Known events: ${WEBHOOK_EVENTS.join(", ")}.`);
}

function readForwardUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new StartError("--forward-to must be a whole address, such as http://localhost:3000/hook.");
}
