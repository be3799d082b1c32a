/**
 * Installations that are opened ahead of time, so that a reset need not wait. There is one until the
 * first reset, because not every test suite resets, and two afterward.
 */
import type { DatabaseClone } from "./database-slot.ts";
import type { TestInstallation } from "./test-installation.ts";

export interface SpareNeeds {
  createClone(): Promise<DatabaseClone>;
  openClone(clone: DatabaseClone): Promise<TestInstallation>;
}

const SPARES = 2;

export class SpareInstallations {
  readonly #needs: SpareNeeds;
  readonly #spares: Promise<TestInstallation>[] = [];

  constructor(needs: SpareNeeds) {
    this.#needs = needs;
    this.#openAnother();
  }

  /** Ends when the next one is open, or could not be opened. */
  get nextOpened(): Promise<unknown> {
    return settle(this.#spares[0]);
  }

  /** Removes the oldest one and opens others. Rejects if it could not be opened. */
  take(): Promise<TestInstallation> {
    const taken = this.#spares.shift() ?? this.#open();
    while (this.#spares.length < SPARES) this.#openAnother(taken);
    return taken;
  }

  /** Returns those that could be opened. */
  async takeAll(): Promise<readonly TestInstallation[]> {
    const opened = await Promise.all(this.#spares.splice(0).map(settle));
    return opened.filter((spare) => spare !== undefined);
  }

  #openAnother(taken?: Promise<unknown>): void {
    const spare = this.#open(this.#spares.at(-1) ?? taken);
    // The reset that takes it reports the failure.
    spare.catch(() => {});
    this.#spares.push(spare);
  }

  /** PostgreSQL makes the clone at once. Opening it must not delay the one that is needed earlier. */
  async #open(earlier?: Promise<unknown>): Promise<TestInstallation> {
    const [clone] = await Promise.all([this.#needs.createClone(), settle(earlier)]);
    return this.#needs.openClone(clone);
  }
}

/** Waits, and returns undefined after a failure. */
async function settle<Result>(work: Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}
