/** Connects a bank. Refuses values that would not fit into an ACH file. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import { isBankAccountNumber, isRoutingNumber } from "../../../values/bank.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { BankAccount } from "../../vault/vault.ts";
import { parseCutOffWindow } from "../cut-offs.ts";
import type { BankConnection } from "./bank-connection.ts";
import { ConnectionStore } from "./connection-store.ts";
import { sealOffsetAccount } from "./offset-account.ts";

export interface NewBank extends Omit<BankConnection, "windows" | "writesOffset" | "offsetSealed"> {
  readonly windows: readonly string[];
  /** Undefined: files are not balanced. */
  readonly offset: BankAccount | undefined;
}

export type ConnectOutcome =
  | { readonly kind: "connected" }
  | { readonly kind: "name_taken" }
  | { readonly kind: "bad_value"; readonly value: keyof NewBank };

export interface ConnectNeeds {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
}

const WINDOWS_MAX = 20;
const PRINTABLE = /^[\x20-\x7e]{1,23}$/;

/** The name becomes part of the names of files and folders. */
const RULES: { readonly [Value in keyof NewBank]: (value: NewBank[Value]) => boolean } = {
  name: (text) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text),
  network: () => true,
  destination: (text) => isRoutingNumber(text) || /^[0-9A-Z]{10}$/.test(text),
  destinationName: (text) => PRINTABLE.test(text),
  origin: (text) => /^[0-9A-Z]{9,10}$/.test(text),
  originName: (text) => PRINTABLE.test(text),
  odfi: (text) => /^\d{8}$/.test(text),
  windows: (names) =>
    names.length > 0 &&
    names.length <= WINDOWS_MAX &&
    names.every((name) => parseCutOffWindow(name) !== undefined),
  offset: (bank) => bank === undefined || isAccount(bank),
};

export async function connectBank(
  needs: ConnectNeeds,
  wish: NewBank,
  { actor, from }: { readonly actor: Actor; readonly from?: ActOrigin | undefined },
): Promise<ConnectOutcome> {
  const bad = findBadValue(wish);
  if (bad !== undefined) return { kind: "bad_value", value: bad };
  const connection = await newConnection(needs, wish);
  return needs.db.atomically(async (db) => {
    if (!(await new ConnectionStore(db).addConnection(connection))) return { kind: "name_taken" };
    const { offset, ...shown } = wish;
    await recordAct(db, {
      actor,
      action: "bank_connection.create",
      subject: { kind: "bank_connection", id: wish.name },
      after: { ...shown, writesOffset: offset !== undefined },
      result: "done",
      from,
    });
    return { kind: "connected" };
  });
}

function findBadValue(wish: NewBank): keyof NewBank | undefined {
  const values = Object.keys(RULES) as (keyof NewBank)[];
  return values.find((value) => !isValid(wish, value));
}

function isValid<Value extends keyof NewBank>(wish: NewBank, value: Value): boolean {
  return RULES[value](wish[value]);
}

function isAccount({ routingNumber, accountNumber }: BankAccount): boolean {
  return isRoutingNumber(routingNumber) && isBankAccountNumber(accountNumber.reveal());
}

async function newConnection(
  needs: ConnectNeeds,
  { windows, offset, ...rest }: NewBank,
): Promise<BankConnection> {
  return {
    ...rest,
    windows: windows.map(parseCutOffWindow).filter((window) => window !== undefined),
    writesOffset: offset !== undefined,
    offsetSealed: offset && (await sealOffsetAccount(needs, rest.name, offset)),
  };
}
