/** What background jobs work with. */
import type { DatabasePool } from "../db/database-pool.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeyCustody } from "../ports/key-custody.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { WebhookSender } from "../ports/webhooks.ts";
import type { Hosts } from "./areas/hosts.ts";

export interface JobNeeds {
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly hosts: Hosts;
  /** The id under which this process reports. Default: a random one. */
  readonly workerId?: string;
  /** Called with each pool that jobs use, for metrics. */
  readonly onPool?: (pool: DatabasePool) => void;
  /** Jobs on a wall clock schedule: see timers.ts. Default: true. */
  readonly runsTimers?: boolean;
  /** Called if a newer release has made the schema unusable for this one. The process must stop. */
  readonly onUnfitSchema?: () => void;
  /** Replaces the sender of webhooks in test gateways. */
  readonly wrapSender?: (sender: WebhookSender) => WebhookSender;
}

/** How long running work may take to finish when the process stops. */
export const STOP_MS = 10_000;
