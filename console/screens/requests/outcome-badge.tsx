/** How a request ended, with its error code. Red for an error, whatever the HTTP status. */
import type { RequestLine } from "../../../src/interfaces/console/requests/contract.ts";
import { formatStatus } from "../../parts/status-labels.ts";
import { StateBadge } from "../../parts/values.tsx";

export function OutcomeBadge({ outcome, errorCode }: Pick<RequestLine, "outcome" | "errorCode">) {
  const label = [formatStatus(outcome), errorCode].join(" ").trim();
  return <StateBadge state={outcome} label={label} />;
}
