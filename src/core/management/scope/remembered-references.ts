/** References of many lines that name the same few clients and places: each is looked up once. */

import { ErrorCollector, type FieldError } from "./field-errors.ts";
import type { ManagementWork } from "./management.ts";
import type { Members } from "./members.ts";
import type { OwnedReference, Owner } from "./reference-store.ts";
import { References } from "./resolve-references.ts";

interface Finding {
  readonly found: OwnedReference | undefined;
  readonly errors: readonly FieldError[];
}

type Look = (references: References) => Promise<OwnedReference | undefined>;

export class RememberedReferences {
  readonly #management: ManagementWork;
  readonly #known = new Map<string, Finding>();

  constructor(management: ManagementWork) {
    this.#management = management;
  }

  client(members: Members): Promise<OwnedReference | undefined> {
    const reference = members.reference("client");
    const key = JSON.stringify(["client", reference]);
    return this.#find(members, key, (references) => references.client("client", reference));
  }

  location(members: Members, owners: readonly Owner[]): Promise<OwnedReference | undefined> {
    const reference = members.reference("location");
    const key = JSON.stringify(["location", reference, owners]);
    return this.#find(members, key, (references) =>
      references.location("location", reference, owners),
    );
  }

  async #find(members: Members, key: string, look: Look): Promise<OwnedReference | undefined> {
    const finding = this.#known.get(key) ?? (await this.#look(look));
    this.#known.set(key, finding);
    for (const { field, problem } of finding.errors) members.reject(field, problem);
    return finding.found;
  }

  async #look(look: Look): Promise<Finding> {
    const errors = new ErrorCollector();
    const found = await look(new References(this.#management, errors));
    return { found, errors: errors.collected };
  }
}
