/** Resolves the references of an import. Each client and location is looked up once. */
import { ErrorCollector, type FieldError } from "./field-errors.ts";
import type { ManagementWork } from "./management-act.ts";
import type { OwnedReference, Owner, Reference } from "./reference-store.ts";
import { References } from "./resolve-references.ts";

interface Resolved {
  readonly found: OwnedReference | undefined;
  readonly errors: readonly FieldError[];
}

type Lookup = (references: References) => Promise<OwnedReference | undefined>;

export class RememberedReferences {
  readonly #management: ManagementWork;
  readonly #known = new Map<string, Resolved>();

  constructor(management: ManagementWork) {
    this.#management = management;
  }

  resolveClient(
    errors: ErrorCollector,
    reference: Reference | null | undefined,
  ): Promise<OwnedReference | undefined> {
    const key = JSON.stringify(["client", reference]);
    return this.#resolveOnce(errors, key, (references) =>
      references.resolveClient("client", reference),
    );
  }

  resolveLocation(
    errors: ErrorCollector,
    reference: Reference | null | undefined,
    owners: readonly Owner[],
  ): Promise<OwnedReference | undefined> {
    const key = JSON.stringify(["location", reference, owners]);
    return this.#resolveOnce(errors, key, (references) =>
      references.resolveLocation("location", reference, owners),
    );
  }

  async #resolveOnce(
    errors: ErrorCollector,
    key: string,
    lookup: Lookup,
  ): Promise<OwnedReference | undefined> {
    const resolved = this.#known.get(key) ?? (await this.#resolve(lookup));
    this.#known.set(key, resolved);
    for (const { field, problem } of resolved.errors) errors.reject(field, problem);
    return resolved.found;
  }

  async #resolve(lookup: Lookup): Promise<Resolved> {
    const errors = new ErrorCollector();
    const found = await lookup(new References(this.#management, errors));
    return { found, errors: errors.collected };
  }
}
