/** One half of the credential memory: entries, indexed by the subjects that they depend on. */
import type { ChangeSubject } from "./change-subject.ts";

export interface Entry<Caller> {
  readonly caller: Caller;
  readonly dependsOn: readonly ChangeSubject[];
  readonly untilMs: number;
}

export class CredentialCache<Caller> {
  readonly #entries = new Map<string, Entry<Caller>>();
  readonly #keysOf = new Map<ChangeSubject, Set<string>>();

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Entry<Caller> | undefined {
    return this.#entries.get(key);
  }

  put(key: string, entry: Entry<Caller>): void {
    this.#entries.set(key, entry);
    for (const subject of entry.dependsOn) {
      const keys = this.#keysOf.get(subject) ?? new Set();
      this.#keysOf.set(subject, keys.add(key));
    }
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    for (const subject of entry.dependsOn) {
      const keys = this.#keysOf.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOf.delete(subject);
    }
  }

  forget(subject: ChangeSubject): void {
    for (const key of this.#keysOf.get(subject) ?? []) this.remove(key);
  }
}
