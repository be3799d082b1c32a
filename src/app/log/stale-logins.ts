/** Logs that a login failed because of its timestamp, and whether our own clock is right. */
import type { StaleTimestamp } from "../../core/access/signatures/timestamp.ts";
import type { ClockComparison } from "../../ports/clock-comparison.ts";
import { skewText } from "../../ports/clock-comparison.ts";
import type { Logger } from "./logger.ts";

/** At most one line in this time, so that a caller with a wrong clock does not fill the log. */
const EVERY_MS = 10_000;

export function logStaleLogins(
  log: Pick<Logger, "warn">,
  clocks: ClockComparison,
): (stale: StaleTimestamp) => void {
  let [lastMs, leftOut] = [Number.NEGATIVE_INFINITY, 0];
  const write = async ({ offSeconds }: StaleTimestamp, more: number) => {
    const ours = await clocks
      .compare()
      .then(skewText, () => "not compared, because the database did not answer");
    const way = offSeconds > 0 ? "ahead of" : "behind";
    log.warn(
      { offSeconds, more },
      `A signed login was refused because its timestamp is ${Math.abs(offSeconds)} s ${way} this machine's clock. At most 900 s are allowed. This machine's clock is ${ours}.`,
    );
  };
  return (stale) => {
    if (performance.now() - lastMs < EVERY_MS) {
      leftOut++;
      return;
    }
    void write(stale, leftOut);
    [lastMs, leftOut] = [performance.now(), 0];
  };
}
