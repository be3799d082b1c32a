/** References of many lines that name the same few clients and places: each is looked up once. */

import type { EstateWork } from "./estate.ts";
import { Faults, type FieldFault, FieldFaults } from "./faults.ts";
import type { Members } from "./members.ts";
import type { OwnedReference, Owner } from "./reference-store.ts";
import { References } from "./resolve-references.ts";

interface Finding {
  readonly found: OwnedReference | undefined;
  readonly faults: readonly FieldFault[];
}

type Look = (references: References) => Promise<OwnedReference | undefined>;

export class RememberedReferences {
  readonly #estate: EstateWork;
  readonly #known = new Map<string, Finding>();

  constructor(estate: EstateWork) {
    this.#estate = estate;
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
    for (const { field, kind, rule } of finding.faults) members.blame(field, kind, rule);
    return finding.found;
  }

  async #look(look: Look): Promise<Finding> {
    const faults = new Faults();
    const found = await look(new References(this.#estate, faults));
    return { found, faults: faultsOf(faults) };
  }
}

function faultsOf(faults: Faults): readonly FieldFault[] {
  try {
    faults.settle();
    return [];
  } catch (error) {
    if (error instanceof FieldFaults) return error.faults;
    throw error;
  }
}
