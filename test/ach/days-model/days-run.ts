/** Banking days one after the other: answers in the morning, requests, cutoffs and kills. */
import type { TestContext } from "node:test";
import { sealOffsetAccount } from "../../../src/core/ach/connections/offset-account.ts";
import { parseCutOffWindow } from "../../../src/core/ach/cut-offs.ts";
import { ensureMonths } from "../../../src/core/payments/ids/partition-store.ts";
import { Secret } from "../../../src/values/secret.ts";
import { monthsAround } from "../../../src/values/transaction-id.ts";
import { connectFolder, openAchOn, type TestAch } from "../../kit/ach.ts";
import type { TestApp } from "../../kit/app.ts";
import { openUnlimitedApp } from "../../kit/hooked-app.ts";
import { Random } from "../../proof/random.ts";
import { AnswerPlan } from "./answer-plan.ts";
import { inNewYork, isOpenDay } from "./bank-calendar.ts";
import { Book } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { killDuring } from "./killed-worker.ts";
import { MERCHANTS, Merchants } from "./merchants.ts";
import { Operators } from "./operators.ts";
import { SettingsBook } from "./settings.ts";
import { SimulatedBank } from "./simulated-bank.ts";

const FIRST = {
  name: "first-bank",
  odfi: "06100014",
  windows: [
    "10:30 America/New_York same-day",
    "14:00 America/New_York same-day",
    "17:00 America/New_York",
  ],
};
const SECOND = {
  name: "second-bank",
  odfi: "09100001",
  windows: ["12:00 America/New_York", "16:30 America/Chicago"],
};
/** The last window of each bank, and the time in New York. */
const LAST_WINDOWS = [
  { bank: FIRST.name, window: "17:00 America/New_York", time: "17:00" },
  { bank: SECOND.name, window: "16:30 America/Chicago", time: "17:30" },
];
/** When merchants send requests. The last ones wait for the next banking day. */
const REQUEST_TIMES = ["09:30", "13:15", "15:45", "19:00"];
const ENTRIES_WHILE_CLOSED = 8;
const ACCOUNTS = MERCHANTS.map(({ login }) => login.account_id);

export interface RunWish {
  readonly seed: number;
  /** The part of the entries that the bank answers, from 0 to 1. */
  readonly answerShare: number;
  readonly firstDay: Temporal.PlainDate;
}

export class DaysRun {
  readonly book = new Book();
  readonly settings = new SettingsBook();
  readonly operators: Operators;
  readonly stopped = new Set<string>();
  readonly offsetBanks: ReadonlySet<string> = new Set([FIRST.name]);
  kills = 0;
  readonly app: TestApp;
  readonly ach: TestAch;
  readonly merchants: Merchants;
  readonly #t: TestContext;
  readonly #random: Random;
  banks: readonly SimulatedBank[] = [];

  private constructor(t: TestContext, app: TestApp, ach: TestAch, random: Random) {
    this.#t = t;
    this.#random = random;
    this.app = app;
    this.ach = ach;
    const { book, settings } = this;
    this.operators = new Operators({ ach, book, random });
    this.merchants = new Merchants({ app, book, random, settings });
  }

  static async open(t: TestContext, { seed, answerShare, firstDay }: RunWish): Promise<DaysRun> {
    const app = await openUnlimitedApp(t);
    app.clock.set(inNewYork(firstDay, "00:30"));
    const run = new DaysRun(t, app, await openAchOn(app), new Random(seed));
    await run.#connectBanks(new AnswerPlan(new Random(seed + 1), answerShare));
    return run;
  }

  /** For a check in the evening of a day. */
  state(today: Temporal.PlainDate): Omit<DayState, "since"> {
    const { book, banks, offsetBanks, stopped, settings, operators } = this;
    const { cleared, reversals } = operators;
    return { book, banks, offsetBanks, stopped, settings, cleared, reversals, today };
  }

  async #connectBanks(plan: AnswerPlan): Promise<void> {
    const [books = "", clinic = "", alpine = ""] = ACCOUNTS;
    const accountNumber = new Secret("44332211");
    const own = { routingNumber: "061000146", accountNumber, accountType: "checking" } as const;
    const offsetSealed = await sealOffsetAccount(this.ach.needs, FIRST.name, own);
    const places = [
      { ...FIRST, accounts: [books, clinic], writesOffset: true, offsetSealed },
      { ...SECOND, accounts: [alpine], writesOffset: false },
    ];
    const accounts = new Map(ACCOUNTS.map((id) => [`1${id.slice(-9)}`, id]));
    for (const { name, windows: names, ...wishes } of places) {
      const windows = names.map(parseCutOffWindow).filter((one) => one !== undefined);
      const { folders } = await connectFolder(this.ach, name, { ...wishes, windows });
      const bank = new SimulatedBank({ name, folders, book: this.book, plan, accounts });
      this.banks = [...this.banks, bank];
    }
  }

  /** Every account gets other settings, from this day on. */
  async changeSettings(day: Temporal.PlainDate): Promise<void> {
    const isOn = () => this.#random.whole(0, 1) === 1;
    for (const { login, corrects } of MERCHANTS) {
      const account = login.account_id;
      const settings = {
        ...{ sameDay: isOn(), addenda: isOn(), prenotes: isOn() },
        appliesChanges: corrects || isOn(),
        retryDays: this.#random.of([0, 1, 2, 3]),
        stop: this.#random.whole(1, 4) === 1,
      };
      this.settings.record({ account, day, settings });
      await this.app.database.owner.rows`
        update accounts set ach_same_day = ${settings.sameDay}, ach_addenda = ${settings.addenda},
          ach_prenotes = ${settings.prenotes}, applies_ach_changes = ${settings.appliesChanges},
          ach_retry_days = ${settings.retryDays}, ach_return_stop = ${settings.stop}
        where id = ${account}`;
    }
  }

  /** Ends in the evening. `kills` processes die on the way. */
  async runDay(day: Temporal.PlainDate, wish: { entries: number; kills: boolean }): Promise<void> {
    const { ach } = this;
    await this.#sendBefore(day);
    await ach.advance(inNewYork(day, "07:30"));
    await ensureMonths(ach.database.owner, monthsAround(ach.clock.business()));
    for (const bank of this.banks) await bank.sendAnswers(ach, day);
    if (wish.kills && this.#random.whole(0, 1) === 1) {
      await this.#kill(day, { bank: this.#random.of(this.banks).name, time: "08:00" });
    }
    for (const [n, time] of REQUEST_TIMES.entries()) {
      if (n === REQUEST_TIMES.length - 1 && wish.kills) {
        await this.#kill(day, this.#random.of(LAST_WINDOWS));
      }
      await ach.advance(inNewYork(day, time));
      await this.#takeFiles(day);
      await this.merchants.sendEntries(share(wish.entries, n));
    }
    await this.operators.clearBlocks(day, this.banks);
    if (this.#random.whole(1, 2) === 1) await this.operators.reverseBatch(day);
  }

  /** Merchants also sell on Sundays and holidays, when the bank is closed. */
  async #sendBefore(day: Temporal.PlainDate): Promise<void> {
    const eve = day.subtract({ days: 1 });
    const noon = inNewYork(eve, "12:00");
    const isOver = Temporal.Instant.compare(noon, this.ach.clock.business()) <= 0;
    if (isOpenDay(eve) || isOver) return;
    await this.ach.advance(noon);
    await this.merchants.sendEntries(ENTRIES_WHILE_CLOSED);
  }

  async #kill(day: Temporal.PlainDate, { bank, window, time }: KillPlan): Promise<void> {
    const at = inNewYork(day, time);
    const work = { bank, at, ...(window !== undefined && { window }) };
    const isKilled = await killDuring(this.#t, this.ach, { work, random: this.#random });
    if (isKilled) this.kills++;
    await this.#takeFiles(day);
  }

  async #takeFiles(day: Temporal.PlainDate): Promise<void> {
    for (const bank of this.banks) await bank.takeFiles(day);
  }
}

interface KillPlan {
  readonly bank: string;
  readonly window?: string;
  readonly time: string;
}

/** The part of a day's entries that is sent at one of the times. */
function share(entries: number, n: number): number {
  const times = REQUEST_TIMES.length;
  return Math.floor((entries * (n + 1)) / times) - Math.floor((entries * n) / times);
}
