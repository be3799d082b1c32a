/** Seals cards and bank accounts and opens them by token, so that a token can be charged again. */
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import type { BankAccountType } from "../../values/bank.ts";
import { type CardBrand, cardBrand } from "../../values/card.ts";
import { Secret } from "../../values/secret.ts";
import type { VaultStore } from "./vault-store.ts";

export interface VaultNeeds {
  readonly store: VaultStore;
  readonly custody: KeyCustody;
}

export interface VaultCard {
  readonly number: Secret;
  /** MMYY. Sealed with the number, because the token outlives its transaction. */
  readonly expiration: string;
}

export interface BankAccount {
  readonly routingNumber: string;
  readonly accountNumber: Secret;
  readonly accountType: BankAccountType;
}

export interface OpenedCard extends VaultCard {
  readonly brand: CardBrand | undefined;
}

const BETWEEN = "=";
const FINGERPRINT = "vault.fingerprint";

export class Vault {
  readonly #needs: VaultNeeds;

  constructor(needs: VaultNeeds) {
    this.#needs = needs;
  }

  /** The same number has the same fingerprint. Only key custody can compute it. */
  fingerprint(number: Secret): Uint8Array {
    return this.#needs.custody.fingerprint(FINGERPRINT, number);
  }

  sealCard(accountId: string, tokenId: string, card: VaultCard): Promise<Uint8Array> {
    const text = new Secret(card.number.reveal() + BETWEEN + card.expiration);
    return this.#needs.custody.seal(text, vaultContext(accountId, tokenId));
  }

  /** For refunds and reversals. Undefined: the token does not exist or stands for a bank account. */
  async openCard(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<OpenedCard | undefined> {
    const token = await this.#needs.store.findToken(accountId, tokenId, now);
    if (token?.kind !== "card") return undefined;
    return this.openSealedCard(accountId, tokenId, token.sealed);
  }

  /** For a new payment by token. A removed token cannot be charged. */
  async openCardToCharge(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<OpenedCard | undefined> {
    const token = await this.#needs.store.findTokenToCharge(accountId, tokenId, now);
    if (token?.kind !== "card") return undefined;
    return this.openSealedCard(accountId, tokenId, token.sealed);
  }

  /** For callers that read many sealed rows at once. */
  async openSealedCard(
    accountId: string,
    tokenId: string,
    sealed: Uint8Array,
  ): Promise<OpenedCard> {
    const opened = await this.#needs.custody.open(sealed, vaultContext(accountId, tokenId));
    const [number = "", expiration = ""] = opened.reveal().split(BETWEEN);
    return { number: new Secret(number), expiration, brand: cardBrand(number) };
  }

  /** The same bank account has the same fingerprint, whatever account type was sent. */
  bankFingerprint({ routingNumber, accountNumber }: BankAccount): Uint8Array {
    return this.fingerprint(new Secret(routingNumber + BETWEEN + accountNumber.reveal()));
  }

  sealBank(accountId: string, tokenId: string, bank: BankAccount): Promise<Uint8Array> {
    const { routingNumber, accountNumber, accountType } = bank;
    const text = [routingNumber, accountNumber.reveal(), accountType].join(BETWEEN);
    return this.#needs.custody.seal(new Secret(text), vaultContext(accountId, tokenId));
  }

  /** Undefined: the token does not exist or stands for a card. */
  async openBank(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<BankAccount | undefined> {
    const token = await this.#needs.store.findToken(accountId, tokenId, now);
    if (token?.kind !== "bank") return undefined;
    return this.openSealedBank(accountId, tokenId, token.sealed);
  }

  /** For a new payment by token. A removed token cannot be charged. */
  async openBankToCharge(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<BankAccount | undefined> {
    const token = await this.#needs.store.findTokenToCharge(accountId, tokenId, now);
    if (token?.kind !== "bank") return undefined;
    return this.openSealedBank(accountId, tokenId, token.sealed);
  }

  /** For callers that read many sealed rows at once. */
  async openSealedBank(
    accountId: string,
    tokenId: string,
    sealed: Uint8Array,
  ): Promise<BankAccount> {
    const opened = await this.#needs.custody.open(sealed, vaultContext(accountId, tokenId));
    const [routingNumber = "", number = "", type] = opened.reveal().split(BETWEEN);
    const accountType = type === "savings" ? "savings" : "checking";
    return { routingNumber, accountNumber: new Secret(number), accountType };
  }
}

function vaultContext(accountId: string, tokenId: string): SealContext {
  return { place: "vault.sealed", owner: `${accountId}/${tokenId}` };
}
