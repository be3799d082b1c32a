/** Resolves the references of a request to records, or reports an error for the field. */
import type { Database } from "../../../db/database.ts";
import type { ErrorCollector } from "./field-errors.ts";
import {
  type Named,
  type OwnedReference,
  type Owner,
  type Reference,
  ReferenceStore,
} from "./reference-store.ts";

interface ReferenceScope {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

export class References {
  readonly #store: ReferenceStore;
  readonly #errors: ErrorCollector;

  constructor({ db, callerId, clientId }: ReferenceScope, errors: ErrorCollector) {
    this.#store = new ReferenceStore(db, callerId, clientId);
    this.#errors = errors;
  }

  resolvePartner(
    field: string,
    reference: Reference | null | undefined,
  ): Promise<Named | undefined> {
    return this.#findOne(field, reference, (asked) => this.#store.findPartners(asked));
  }

  resolveClient(
    field: string,
    reference: Reference | null | undefined,
  ): Promise<OwnedReference | undefined> {
    return this.#findOne(field, reference, (asked) => this.#store.findClients(asked, true));
  }

  /** For comparing only. Waiting for the client after locking one of its rows could deadlock. */
  resolveClientWithoutLock(
    field: string,
    reference: Reference | null | undefined,
  ): Promise<OwnedReference | undefined> {
    return this.#findOne(field, reference, (asked) => this.#store.findClients(asked, false));
  }

  resolveLocation(
    field: string,
    reference: Reference | null | undefined,
    owners: readonly Owner[],
  ): Promise<OwnedReference | undefined> {
    return this.#findOne(field, reference, (asked) => this.#store.findLocations(asked, owners));
  }

  resolveContact(
    field: string,
    reference: Reference | null | undefined,
    owners: readonly Owner[],
  ): Promise<OwnedReference | undefined> {
    return this.#findOne(field, reference, (asked) => this.#store.findContacts(asked, owners));
  }

  /** Returns undefined if there is no reference or an error was reported. */
  async #findOne<Found>(
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
