/** The time of this machine, for both clocks. */
import type { Clock } from "../ports/clock.ts";

export const systemClock: Clock = {
  business: () => Temporal.Now.instant(),
  wall: () => Temporal.Now.instant(),
};
