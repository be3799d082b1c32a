/** The operator's own bank account at a bank connection, which balances its files. */
import type { KeyCustody, SealContext } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { BankConnection } from "./bank-connection.ts";

const BETWEEN = "=";

interface OffsetNeeds {
  readonly custody: KeyCustody;
}

export function sealOffsetAccount(
  { custody }: OffsetNeeds,
  connection: string,
  bank: BankAccount,
): Promise<Uint8Array> {
  const { routingNumber, accountNumber, accountType } = bank;
  const text = [routingNumber, accountNumber.reveal(), accountType].join(BETWEEN);
  return custody.seal(new Secret(text), offsetSeal(connection));
}

export async function openOffsetAccount(
  { custody }: OffsetNeeds,
  { name, offsetSealed }: BankConnection,
): Promise<BankAccount> {
  if (offsetSealed === undefined)
    throw new Error(`Bank ${name} writes offset entries but has no offset account.`);
  const opened = await custody.open(offsetSealed, offsetSeal(name));
  const [routingNumber = "", number = "", type] = opened.reveal().split(BETWEEN);
  const accountType = type === "savings" ? "savings" : "checking";
  return { routingNumber, accountNumber: new Secret(number), accountType };
}

function offsetSeal(connection: string): SealContext {
  return { place: "bank_connections.offset_sealed", owner: connection };
}
