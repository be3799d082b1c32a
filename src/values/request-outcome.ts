/** How a request to an interface ended, whatever its HTTP status. */

export const REQUEST_OUTCOMES = ["success", "approved", "declined", "pending", "error"] as const;

export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];
