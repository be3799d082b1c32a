/** Turns what a request names into what it means, or into an error at the member that names it. */
import type { Database } from "../../../db/database.ts";
import type { ErrorCollector } from "./field-errors.ts";
import type { Reference } from "./members.ts";
import { type Named, type OwnedReference, type Owner, ReferenceStore } from "./reference-store.ts";

interface Asker {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

export class References {
  readonly #store: ReferenceStore;
  readonly #errors: ErrorCollector;

  constructor({ db, callerId, clientId }: Asker, errors: ErrorCollector) {
    this.#store = new ReferenceStore(db, callerId, clientId);
    this.#errors = errors;
  }

  partner(field: string, reference: Reference | null | undefined): Promise<Named | undefined> {
    return this.#one(field, reference, (asked) => this.#store.partners(asked));
  }

  client(
    field: string,
    reference: Reference | null | undefined,
  ): Promise<OwnedReference | undefined> {
    return this.#one(field, reference, (asked) => this.#store.clients(asked, true));
  }

  /** Only to be compared with: whoever holds what is a client's must not wait for the client. */
  clientAsKnown(
    field: string,
    reference: Reference | null | undefined,
  ): Promise<OwnedReference | undefined> {
    return this.#one(field, reference, (asked) => this.#store.clients(asked, false));
  }

  location(
    field: string,
    reference: Reference | null | undefined,
    owners: readonly Owner[],
  ): Promise<OwnedReference | undefined> {
    return this.#one(field, reference, (asked) => this.#store.locations(asked, owners));
  }

  contact(
    field: string,
    reference: Reference | null | undefined,
    owners: readonly Owner[],
  ): Promise<OwnedReference | undefined> {
    return this.#one(field, reference, (asked) => this.#store.contacts(asked, owners));
  }

  /** Undefined where nothing was named, or an error is told. */
  async #one<Found>(
    field: string,
    reference: Reference | null | undefined,
    find: (reference: Reference) => Promise<readonly Found[]>,
  ): Promise<Found | undefined> {
    if (reference === null || reference === undefined) return undefined;
    const [found, another] = await find(reference);
    if (found === undefined) this.#errors.reject(field, "unknown_reference");
    if (another !== undefined) {
      this.#errors.reject(field, "ambiguous_reference");
    }
    return another === undefined ? found : undefined;
  }
}
