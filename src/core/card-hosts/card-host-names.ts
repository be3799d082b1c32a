/** The names that accounts can give for what decides their card payments. */

export type CardHostEnvironment = "certification" | "production";

/** Production never uses a simulator. "host" is the card host of the installation's settings. */
export const CARD_PROCESSORS: Readonly<Record<CardHostEnvironment, readonly string[]>> = {
  certification: ["simulator"],
  production: ["host"],
};

/** Names that no card host can have. */
export const RESERVED_HOST_NAMES: readonly string[] = Object.values(CARD_PROCESSORS).flat();

/** The name of a card host in `card_hosts`. Undefined: the account uses the default of the environment. */
export function namedCardHost(cardProcessor: string | null): string | undefined {
  if (cardProcessor === null || RESERVED_HOST_NAMES.includes(cardProcessor)) return undefined;
  return cardProcessor;
}
