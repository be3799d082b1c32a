/** A random data set: accounts with time zones, payment forms and transactions. */
import { ACH_STORIES } from "./ach-stories.ts";
import { CARD_STORIES } from "./card-stories.ts";
import { ZONE_NAMES } from "./clocks.ts";
import { Dice } from "./dice.ts";
import { Ledger } from "./ledger.ts";
import { nowOf } from "./random-moment.ts";
import type { World, WorldAccount, WorldForm } from "./world.ts";

/** The agent of the certification data, and the last digits of its accounts. */
const AGENT = "120000000009";
const DIGITS = [1, 2, 3, 4, 9];
const CHANGING = ["America/New_York", "America/Los_Angeles", "America/Havana"];
const STORIES_PER_ACCOUNT = 24;

/** Names of form fields. One is also a column, and others are not valid XML names. */
const FIELDS = [
  "Gift message",
  "2nd choice",
  "größe",
  'a,b"c',
  "city",
  "batch_id",
  "_x0041_",
  "x<y",
];

export function randomWorld(seed: number): World {
  const dice = new Dice(seed);
  const now = nowOf(seed);
  const accounts = DIGITS.map((digit) => randomAccount(dice, digit));
  const forms = accounts.flatMap(({ id }) => randomForms(dice, id));
  const ledger = new Ledger(dice, { now, zones: accounts.map(({ zone }) => zone) }, forms);
  for (const { id } of accounts) {
    for (let told = 0; told < STORIES_PER_ACCOUNT; told++) {
      dice.one([...CARD_STORIES, ...ACH_STORIES])(ledger, id);
    }
  }
  const { transactions, updates } = ledger;
  return { seed, now, accounts, transactions, updates, forms };
}

/** The first two accounts are the agent's; the others may be, and the fourth may be disabled. */
function randomAccount(dice: Dice, digit: number): WorldAccount {
  const id = `12000000000${digit}`;
  const isAgent = id === AGENT;
  const isBelow = !isAgent && (digit < 3 || dice.happens(40));
  return {
    id,
    accessKey: String(digit).repeat(32),
    // The first account and the agent are always in a zone with daylight saving time.
    zone: dice.one(digit === 1 || isAgent ? CHANGING : ZONE_NAMES),
    isActive: digit !== 4 || dice.happens(80),
    isAgent,
    parentId: isBelow ? AGENT : null,
  };
}

function randomForms(dice: Dice, accountId: string): WorldForm[] {
  return dice.times(dice.between(0, 2), () => ({
    account_id: accountId,
    name: `form-${accountId}-${dice.between(1, 1_000_000_000)}`,
    reportable_fields: FIELDS.filter(() => dice.happens(35)),
    is_active: dice.happens(80),
  }));
}
