/** Keeps what was paid with, so that a token can pay again. Nothing leaves it but to be paid with. */
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { type CardBrand, cardBrand } from "../../values/card.ts";
import { Secret } from "../../values/secret.ts";
import type { VaultStore } from "./vault-store.ts";

export interface VaultNeeds {
  readonly store: VaultStore;
  readonly custody: KeyCustody;
}

export interface VaultCard {
  readonly number: Secret;
  /** MMYY. It is kept with the number: the token outlives its transaction. */
  readonly expiration: string;
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

  /** The same number has the same fingerprint, and only custody can make it. */
  fingerprint(number: Secret): Uint8Array {
    return this.#needs.custody.fingerprint(FINGERPRINT, number);
  }

  sealCard(accountId: string, tokenId: string, card: VaultCard): Promise<Uint8Array> {
    const text = new Secret(card.number.reveal() + BETWEEN + card.expiration);
    return this.#needs.custody.seal(text, placeOf(accountId, tokenId));
  }

  /** Undefined: there is no such token, or it is no card's. */
  async openCard(
    accountId: string,
    tokenId: string,
    now: Temporal.Instant,
  ): Promise<OpenedCard | undefined> {
    const token = await this.#needs.store.use(accountId, tokenId, now);
    if (token?.kind !== "card") return undefined;
    const opened = await this.#needs.custody.open(token.sealed, placeOf(accountId, tokenId));
    const [number = "", expiration = ""] = opened.reveal().split(BETWEEN);
    return { number: new Secret(number), expiration, brand: cardBrand(number) };
  }
}

function placeOf(accountId: string, tokenId: string): SealContext {
  return { place: "vault.sealed", owner: `${accountId}/${tokenId}` };
}
