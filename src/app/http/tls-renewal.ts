/**
 * Follows the TLS files while we serve: a renewed certificate is used for new connections, one that
 * has expired or soon will is told in the log and at readiness. A certificate that clients refuse
 * does not end the process: whatever does not check it, such as a proxy in front, still works.
 */
import { statSync } from "node:fs";
import type { Server } from "node:tls";
import type { Config } from "../../config.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CheckResult, ReadinessCheck } from "../../ports/readiness.ts";
import type { Logger } from "../log/logger.ts";
import { certificateEnd, readTls } from "./tls.ts";

export interface TlsRenewalNeeds {
  readonly server: Pick<Server, "setSecureContext">;
  readonly config: Pick<Config, "tlsCertFile" | "tlsKeyFile">;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly clock: Pick<Clock, "wall">;
}

const LOOK_EVERY_MS = 5_000;
/** Tools renew weeks before the end, so that one that is this near has not been renewed. */
const SOON_DAYS = 14;

export class TlsRenewal implements ReadinessCheck {
  readonly name = "tls certificate";
  readonly #needs: TlsRenewalNeeds;
  readonly #timer: NodeJS.Timeout;
  #end: Temporal.Instant;
  /** What the files looked like when they were last read. */
  #seen: string;
  #failure: string | undefined;
  #told = "";

  constructor(needs: TlsRenewalNeeds, end: Temporal.Instant) {
    this.#needs = needs;
    this.#end = end;
    this.#seen = filesSeen(needs.config);
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    this.#tell();
  }

  daysLeft(): number {
    return this.#needs.clock.wall().until(this.#end).total("hours") / 24;
  }

  result(): CheckResult {
    if (this.#failure !== undefined) return { level: "warning", reason: this.#failure };
    const days = this.daysLeft();
    const end = this.#end.toString();
    if (days <= 0) {
      const reason = `The TLS certificate expired on ${end}: clients refuse it. Renew TLS_CERT_FILE.`;
      return { level: "warning", reason };
    }
    if (days > SOON_DAYS) return { level: "ok" };
    return { level: "warning", reason: `The TLS certificate ends on ${end}: renew it.` };
  }

  /** Reads the files again. Where they cannot be used, what was used before stays in use. */
  reload(): void {
    const { config, server, log } = this.#needs;
    this.#seen = filesSeen(config);
    try {
      const files = readTls(config);
      if (files === undefined) return;
      const end = certificateEnd(files);
      server.setSecureContext(files);
      this.#end = end;
      this.#failure = undefined;
      log.info({ until: end.toString() }, "the TLS certificate was read again");
    } catch (error) {
      this.#failure = `${(error as Error).message} The old certificate is still in use.`;
    }
    this.#tell();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (filesSeen(this.#needs.config) !== this.#seen) this.reload();
    else this.#tell();
  }

  /** Each state once: at the start, and when it changes. */
  #tell(): void {
    const { level, reason = "" } = this.result();
    if (reason === this.#told) return;
    this.#told = reason;
    if (level === "ok") return;
    const isUrgent = this.#failure !== undefined || this.daysLeft() <= 0;
    this.#needs.log[isUrgent ? "error" : "warn"](reason);
  }
}

/** Undefined: TLS ends before us. */
export function followTls(needs: TlsRenewalNeeds): TlsRenewal | undefined {
  const files = readTls(needs.config);
  return files && new TlsRenewal(needs, certificateEnd(files));
}

function filesSeen({ tlsCertFile = "", tlsKeyFile = "" }: TlsRenewalNeeds["config"]): string {
  return [tlsCertFile, tlsKeyFile].map(fileSeen).join(" ");
}

function fileSeen(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "none" : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
