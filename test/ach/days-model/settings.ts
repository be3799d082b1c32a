/** The settings of accounts on each day, which change at the start of a banking day. */
import { isBy } from "./bank-calendar.ts";

export interface AccountSettings {
  readonly sameDay: boolean;
  readonly addenda: boolean;
  readonly prenotes: boolean;
  readonly appliesChanges: boolean;
  readonly retryDays: number;
  readonly stop: boolean;
}

const NONE: AccountSettings = {
  ...{ sameDay: false, addenda: false, prenotes: false, appliesChanges: true },
  ...{ retryDays: 0, stop: false },
};

interface Change {
  readonly account: string;
  readonly day: Temporal.PlainDate;
  readonly settings: AccountSettings;
}

export class SettingsBook {
  readonly #changes: Change[] = [];

  record(change: Change): void {
    this.#changes.push(change);
  }

  find(account: string, day: Temporal.PlainDate): AccountSettings {
    return this.#findChange(account, day)?.settings ?? NONE;
  }

  /** Processes keep settings in memory for a moment, so the first day after a change is not certain. */
  findCertain(account: string, day: Temporal.PlainDate): AccountSettings | undefined {
    const last = this.#changes.findLast((change) => change.account === account);
    return last === undefined || isBy(day, last.day) ? undefined : last.settings;
  }

  /** The same for a day that is over. */
  findCertainOn(account: string, day: Temporal.PlainDate): AccountSettings | undefined {
    const change = this.#findChange(account, day);
    return change === undefined || change.day.equals(day) ? undefined : change.settings;
  }

  #findChange(account: string, day: Temporal.PlainDate): Change | undefined {
    return this.#changes.findLast((change) => change.account === account && isBy(change.day, day));
  }
}
