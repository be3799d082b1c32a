/** A named card host, and what accounts need to use one of each kind. Types only. */
import type { CardHostConnection, CardHostKind } from "../../ports/card-host-settings.ts";

export interface CardHostRecord {
  readonly name: string;
  readonly connection: CardHostConnection;
}

interface KindRules {
  /** Accounts must have a merchant number and a terminal number. */
  readonly needsMerchant: boolean;
}

export const CARD_HOST_KINDS: Readonly<Record<CardHostKind, KindRules>> = {
  json: { needsMerchant: false },
  iso8583: { needsMerchant: true },
};
