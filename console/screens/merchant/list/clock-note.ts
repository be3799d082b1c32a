/**
 * Says in which zone and by which clock times are shown. In certification the business clock can be
 * moved, so it differs from the wall clock.
 */
import { formatZone } from "../../../parts/formats.ts";
import { useSession } from "../../../session.tsx";

export function useClockNote(clock: "business clock" | "wall clock"): string {
  const { timeZone, environment } = useSession();
  const zone = timeZone === undefined ? "your browser\u2019s time zone" : formatZone(timeZone);
  return environment === "certification"
    ? `Times by the ${clock}, in ${zone}.`
    : `Times are in ${zone}.`;
}
