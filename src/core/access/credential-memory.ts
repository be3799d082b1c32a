/**
 * Callers whose credentials were right a moment ago, so that the next request need not ask again.
 * Names and secrets are not kept here, only digests of them under a key that lives and dies with the
 * process.
 */
import { hash, randomBytes } from "node:crypto";
import type { Secret } from "../../values/secret.ts";
import { type ChangeSubject, EVERYTHING } from "./change-subject.ts";
import { CredentialCache, type Entry } from "./credential-cache.ts";

/** What somebody logs in with. */
export interface Credentials {
  readonly name: string;
  readonly secret: Secret;
  /** Whose failures they count as; absent: the name's. */
  readonly countedAs?: string;
  /** Where the request came from: a caller who may log in from one place may not from another. */
  readonly address: string;
}

export interface MemoryOptions {
  readonly entriesMax: number;
  readonly goodForMs: number;
  /** Any clock that only goes forward. */
  readonly nowMs: () => number;
}

export interface Finding<Caller> {
  readonly caller: Caller;
  readonly dependsOn: readonly ChangeSubject[];
  /** Where it ends sooner than everything else. */
  readonly goodForMs?: number;
  /** The memory's generation before the finding was made. */
  readonly generation: number;
}

/** A caller that was found, and how long that holds by itself. */
export interface Pass<Caller> {
  readonly caller: Caller;
  readonly untilMs: number;
  readonly generation: number;
}

export class CredentialMemory<Caller> {
  readonly #options: MemoryOptions;
  /**
   * In front of a SHA-256 it makes a keyed digest at a fraction of the time of an HMAC. What an HMAC
   * adds is for digests that others see, and these leave the process in no way.
   */
  readonly #key = randomBytes(32).toString("base64");
  /** As in RecentMap: what is used moves to the young half. */
  #young = new CredentialCache<Caller>();
  #old = new CredentialCache<Caller>();
  #generation = 0;

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /** Counts what was forgotten: a finding from before a change must not be remembered after it. */
  get generation(): number {
    return this.#generation;
  }

  credentialKey({ name, secret, address }: Credentials): string {
    // With their lengths in front, no two pairs of name and address read the same.
    const text = `${this.#key}${name.length}:${name}${address.length}:${address}${secret.reveal()}`;
    return hash("sha256", text, "base64");
  }

  find(key: string): Pass<Caller> | undefined {
    const young = this.#young.get(key);
    const entry = young ?? this.#old.get(key);
    if (entry === undefined) return undefined;
    if (this.#options.nowMs() >= entry.untilMs) {
      this.#remove(key);
      return undefined;
    }
    if (young === undefined) this.#put(key, entry);
    return { caller: entry.caller, untilMs: entry.untilMs, generation: this.#generation };
  }

  /** Whether it would be found again. Anything that was forgotten since might have been it. */
  holds({ untilMs, generation }: Pass<Caller>): boolean {
    return generation === this.#generation && this.#options.nowMs() < untilMs;
  }

  remember(key: string, finding: Finding<Caller>): void {
    if (finding.generation !== this.#generation) return;
    const { caller, dependsOn } = finding;
    const goodForMs = Math.min(this.#options.goodForMs, finding.goodForMs ?? Infinity);
    this.#remove(key);
    this.#put(key, { caller, dependsOn, untilMs: this.#options.nowMs() + goodForMs });
  }

  forget(subjects: readonly ChangeSubject[]): void {
    this.#generation++;
    if (subjects.includes(EVERYTHING)) {
      this.#young = new CredentialCache();
      this.#old = new CredentialCache();
      return;
    }
    for (const subject of subjects) {
      this.#young.forget(subject);
      this.#old.forget(subject);
    }
  }

  #put(key: string, entry: Entry<Caller>): void {
    if (this.#young.size >= this.#options.entriesMax / 2) {
      this.#old = this.#young;
      this.#young = new CredentialCache();
    }
    this.#young.put(key, entry);
  }

  #remove(key: string): void {
    this.#young.remove(key);
    this.#old.remove(key);
  }
}
