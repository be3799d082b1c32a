/** The answer to a request to resend a webhook delivery. */
import type { SendAgainOutcome } from "../../core/accounts/send-event-again.ts";
import { conflict } from "./errors.ts";

/** Undefined: there is no such delivery. */
export function sentOrThrow({ kind }: SendAgainOutcome): null | undefined {
  switch (kind) {
    case "sent_again":
      return null;
    case "no_such_event":
      return undefined;
    case "no_endpoint":
      throw conflict("The endpoint of this delivery was removed or disabled.");
    case "not_wanted":
      throw conflict("The endpoint does not receive this kind of event. Select the event first.");
  }
}
