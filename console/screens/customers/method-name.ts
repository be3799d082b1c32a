/** Names a stored card or bank account without its number. Pure. */
import type { StoredMethodLine } from "../../../src/interfaces/console/customers/contract.ts";
import { brandName } from "../merchant/texts.ts";

type Named = Pick<StoredMethodLine, "kind" | "brand" | "last4" | "bankAccountType">;

/** "Visa 1111" or "Checking 5678". Details of purged payments are not known. */
export function methodName({ kind, brand, last4, bankAccountType }: Named): string {
  const noun = kind === "card" ? "Card" : "Bank account";
  const type = kind === "card" ? brandName(brand) : (TYPES[bankAccountType ?? ""] ?? "");
  return [type || noun, last4].filter(Boolean).join(" ");
}

const TYPES: Readonly<Record<string, string>> = { checking: "Checking", savings: "Savings" };
