/**
 * The register of base keys. Two operators each enter one component; a key never leaves it. Keys are
 * in clear only within a function here and are wiped at its end. The vault keeps whole keys.
 */
import type {
  BaseKeyClaim,
  BaseKeyEntry,
  BaseKeyRegister,
  BaseKeyState,
  ImportOutcome,
  ImportRefusal,
  KeyComponent,
  SecondOperator,
} from "../../../ports/key-custody.ts";
import type { Secret } from "../../../values/secret.ts";
import type { Sealer } from "../sealer.ts";
import {
  checkValueFits,
  claimError,
  combine,
  isBlank,
  isPublished,
  isWeak,
  keyBytes,
  keyCheckValue,
} from "./base-key-rules.ts";
import { type BaseKeyStore, baseKeyContext, type PendingImport } from "./base-key-store.ts";
import type { BaseKeyVault } from "./base-key-vault.ts";

export interface BaseKeyNeeds {
  readonly store: BaseKeyStore;
  readonly sealer: Sealer;
  readonly vault: BaseKeyVault;
  readonly isProduction: boolean;
}

export class BaseKeys implements BaseKeyRegister {
  readonly #needs: BaseKeyNeeds;

  constructor(needs: BaseKeyNeeds) {
    this.#needs = needs;
  }

  async startImport(
    given: BaseKeyClaim,
    component: KeyComponent,
    by: string,
  ): Promise<ImportOutcome> {
    const claim = normalizeClaim(given);
    const error = claimError(claim);
    if (error !== undefined) return refused(error);
    if (by.trim() === "") return refused("bad_person");
    const bytes = keyBytes(claim.kind, component.value);
    if (bytes === undefined) return refused("bad_length");
    try {
      const wrong = componentError(claim, component, bytes);
      if (wrong !== undefined) return refused(wrong);
      return await this.#storeComponent(claim, bytes, by.trim());
    } finally {
      bytes.fill(0);
    }
  }

  async finishImport(
    name: string,
    component: KeyComponent,
    { name: person, at }: SecondOperator,
  ): Promise<ImportOutcome> {
    const { store } = this.#needs;
    const by = { name: person.trim(), at };
    const pending = await store.findPending(name);
    if (pending === undefined) return refused("nothing_pending");
    if (by.name === "") return refused("bad_person");
    const refusal = await store.findSecondPersonRefusal(pending, by);
    if (refusal !== undefined) return refused(refusal);
    const bytes = keyBytes(pending.kind, component.value);
    if (bytes === undefined) return refused("bad_length");
    try {
      const wrong = componentError(pending, component, bytes);
      if (wrong !== undefined) return refused(wrong);
      return await this.#combine(pending, bytes, by);
    } finally {
      bytes.fill(0);
    }
  }

  async addTestKey(given: BaseKeyClaim, value: Secret): Promise<ImportOutcome> {
    if (this.#needs.isProduction) return refused("not_in_production");
    const claim = normalizeClaim(given);
    const error = claimError(claim);
    if (error !== undefined) return refused(error);
    const bytes = keyBytes(claim.kind, value);
    if (bytes === undefined) return refused("bad_length");
    try {
      return await this.#storeWhole(claim, bytes);
    } finally {
      bytes.fill(0);
    }
  }

  async listBaseKeys(): Promise<readonly BaseKeyEntry[]> {
    const rows = await this.#needs.store.listBaseKeys();
    return rows.map((row) => ({ ...row, state: entryState(row) }));
  }

  async retire(name: string): Promise<boolean> {
    return this.#needs.store.retireBaseKey(name);
  }

  /** Seals every base key with the newest data key. */
  async reseal(): Promise<void> {
    const { store, sealer } = this.#needs;
    for (const row of await store.listSealed()) {
      const whole = row.heldIn === "hsm" ? "reference" : "sealed";
      const context = baseKeyContext(row, row.isWhole ? whole : "component");
      await store.replaceSealed(row.id, row.sealed, await sealer.reseal(row.sealed, context));
    }
  }

  /** The names of active keys that are published test keys. */
  async findPublished(): Promise<readonly string[]> {
    const { store, vault } = this.#needs;
    const names: string[] = [];
    for (const row of await store.listActive()) {
      if (await vault.isPublished(row)) names.push(row.name);
    }
    return names;
  }

  async #storeComponent(claim: BaseKeyClaim, bytes: Buffer, startedBy: string) {
    const { store, sealer } = this.#needs;
    const sealed = await sealer.seal(bytes, baseKeyContext(claim, "component"));
    const checkValue = keyCheckValue(claim.kind, bytes);
    const row = { ...claim, sealed, heldIn: "database", checkValue, startedBy } as const;
    const addition = await store.addBaseKey(row);
    return addition === "added" ? kept(checkValue) : refused(addition);
  }

  async #storeWhole(claim: BaseKeyClaim, key: Buffer): Promise<ImportOutcome> {
    const { store, vault } = this.#needs;
    const checkValue = keyCheckValue(claim.kind, key);
    const { discard, ...stored } = await vault.store(claim, key);
    const addition = await store.addBaseKey({ ...claim, ...stored, checkValue, startedBy: null });
    if (addition === "added") return kept(checkValue);
    await discard();
    return refused(addition);
  }

  async #combine(pending: PendingImport, second: Buffer, by: SecondOperator) {
    const { store, sealer, vault } = this.#needs;
    const first = await sealer.open(pending.sealed, baseKeyContext(pending, "component"));
    const key = combine(first, second);
    first.fill(0);
    try {
      const error = this.#keyError(pending, key);
      if (error !== undefined) return refused(error);
      const checkValue = keyCheckValue(pending.kind, key);
      const { discard, ...stored } = await vault.store(pending, key);
      if (await store.finishImport(pending, { ...stored, checkValue, by })) return kept(checkValue);
      await discard();
      return refused("nothing_pending");
    } finally {
      key.fill(0);
    }
  }

  #keyError({ kind }: BaseKeyClaim, key: Buffer): ImportRefusal | undefined {
    if (isWeak(kind, key)) return "weak_key";
    if (this.#needs.isProduction && isPublished(kind, key)) return "published_test_key";
    return undefined;
  }
}

function componentError(
  { kind }: BaseKeyClaim,
  { checkValue }: KeyComponent,
  bytes: Buffer,
): ImportRefusal | undefined {
  if (!checkValueFits(kind, bytes, checkValue)) return "wrong_check_value";
  return isBlank(bytes) ? "weak_key" : undefined;
}

function normalizeClaim({ name, kind, ksi }: BaseKeyClaim): BaseKeyClaim {
  return { name, kind, ksi: ksi?.toUpperCase() ?? null };
}

function entryState({
  finishedAt,
  retiredAt,
}: Pick<BaseKeyEntry, "finishedAt" | "retiredAt">): BaseKeyState {
  if (retiredAt !== null) return finishedAt === null ? "abandoned" : "retired";
  return finishedAt === null ? "pending" : "active";
}

function kept(checkValue: string): ImportOutcome {
  return { kind: "kept", checkValue };
}

function refused(why: ImportRefusal): ImportOutcome {
  return { kind: "refused", why };
}
