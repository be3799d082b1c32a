/**
 * Watches the TLS files. A renewed certificate is used for new connections. A certificate that has
 * expired or soon will is reported in the log and by a readiness check. The process keeps running
 * with an expired certificate, because some clients, such as a proxy, do not check it.
 */
import { statSync } from "node:fs";
import type { Server } from "node:tls";
import type { Config } from "../../config.ts";
import type { Clock } from "../../ports/clock.ts";
import { toCheckResult } from "../../ports/finding.ts";
import type { CheckResult, ReadinessCheck } from "../../ports/readiness.ts";
import type { Logger } from "../log/logger.ts";
import { certificateEnd, judgeCertificate, readTls } from "./tls.ts";

export interface TlsRenewalNeeds {
  readonly server: Pick<Server, "setSecureContext">;
  readonly config: Pick<Config, "tlsCertFile" | "tlsKeyFile">;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly clock: Pick<Clock, "wall">;
}

const LOOK_EVERY_MS = 5_000;

export class TlsRenewal implements ReadinessCheck {
  readonly name = "tls certificate";
  readonly #needs: TlsRenewalNeeds;
  readonly #timer: NodeJS.Timeout;
  #end: Temporal.Instant;
  /** The state of the files when they were last read. */
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

  /** When the certificate that is served expires. */
  get end(): Temporal.Instant {
    return this.#end;
  }

  daysLeft(): number {
    return this.#needs.clock.wall().until(this.#end).total("hours") / 24;
  }

  result(): CheckResult {
    if (this.#failure !== undefined) return { level: "warning", reason: this.#failure };
    const use = { what: "The TLS certificate", setting: "TLS_CERT_FILE" };
    const judged = toCheckResult(judgeCertificate(this.#end, this.#needs.clock.wall(), use));
    // Expired is a warning here: see above.
    return judged.level === "failing" ? { ...judged, level: "warning" } : judged;
  }

  /** Reads the files again. If they cannot be used, the old certificate stays in use. */
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

  /** Logs each state once: at the start, and when it changes. */
  #tell(): void {
    const { level, reason = "" } = this.result();
    if (reason === this.#told) return;
    this.#told = reason;
    if (level === "ok") return;
    const isUrgent = this.#failure !== undefined || this.daysLeft() <= 0;
    this.#needs.log[isUrgent ? "error" : "warn"](reason);
  }
}

/** Returns undefined if this process does not serve TLS. */
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
