/** Shows the progress of long work: a bar on a terminal, plain lines elsewhere. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressNeeds {
  readonly screen: Screen;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

const BAR_EVERY_MS = 200;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 30;

export class Progress {
  readonly #needs: ProgressNeeds;
  readonly #total: number;
  readonly #startedMs: number;
  #toldMs: number;

  constructor(needs: ProgressNeeds, total: number) {
    this.#needs = needs;
    this.#total = total;
    this.#startedMs = needs.nowMs();
    this.#toldMs = this.#startedMs;
  }

  /** May be called often: it writes a few times per second at most. */
  show(rows: number): void {
    const { screen, nowMs } = this.#needs;
    const now = nowMs();
    if (now - this.#toldMs < (screen.isTTY ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
    this.#toldMs = now;
    if (screen.isTTY) screen.write(`\r${this.#bar(rows)}\u001b[K`);
    else screen.write(`${this.#words(rows)}\n`);
  }

  /** Clears the bar. */
  end(): void {
    if (this.#needs.screen.isTTY) this.#needs.screen.write("\r\u001b[K");
  }

  #bar(rows: number): string {
    const full = Math.round(this.#share(rows) * BAR_WIDTH);
    const bar = `${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)} ${this.#words(rows)}`;
    return Array.from(bar)
      .slice(0, (this.#needs.screen.columns ?? 80) - 1)
      .join("");
  }

  #words(rows: number): string {
    const seconds = (this.#needs.nowMs() - this.#startedMs) / 1_000;
    const rate = rows / Math.max(seconds, 0.001);
    const left = rate === 0 ? "" : `, ${duration((this.#total - rows) / rate)} left`;
    const share = Math.floor(this.#share(rows) * 100);
    return `${share} %  ${number(rows)} of ${number(this.#total)} rows, ${number(rate)}/s${left}`;
  }

  #share(rows: number): number {
    return this.#total === 0 ? 1 : Math.min(rows / this.#total, 1);
  }
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
