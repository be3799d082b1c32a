/** Opens a named card host for a check, and waits until it is signed on. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../../config.ts";
import type { CardHostRecord } from "../../../core/card-hosts/card-host-record.ts";
import { type OpenHost, openNamedHost } from "./open-host.ts";

export interface HostTrial {
  readonly host: OpenHost;
  /** True for a host that is not connected all the time: it has no sign-on. */
  readonly isSignedOn: boolean;
  /** Why it is not, in the order in which it was found. */
  readonly problems: readonly string[];
}

const LOOK_EVERY_MS = 50;
const NO_METRICS = { countCardHostCall: () => {} };

/** The caller closes the host. Throws a StartError if a file of the host cannot be used. */
export async function openAndSignOn(
  record: CardHostRecord,
  config: Pick<Config, "environment" | "processorTimeoutMs">,
  limitMs: number,
): Promise<HostTrial> {
  const problems = new Set<string>();
  const log = { warn: (fields: unknown) => void problems.add(whyText(fields)) };
  const host = openNamedHost(record, { config, log, metrics: NO_METRICS });
  const isReady = () => host.connections === undefined || host.connections().ready > 0;
  const endMs = performance.now() + limitMs;
  while (!isReady() && performance.now() < endMs) await sleep(LOOK_EVERY_MS);
  return { host, isSignedOn: isReady(), problems: [...problems] };
}

function whyText(fields: unknown): string {
  return String((fields as { readonly why?: unknown }).why ?? "no reason given");
}
