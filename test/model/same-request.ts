/** Whether two requests are the same in the contract's sense. */
import { cardIn } from "./cards.ts";
import type { Claim, Form, Request } from "./payment-model.ts";

export function isSameRequest({ attempt }: Claim, request: Request): boolean {
  return comparable(attempt.request.form) === comparable(request.form);
}

/** The response format and the verification value do not count, and of tracks only the card does. */
function comparable({ card_tracks, card_verification, ...form }: Form): string {
  const { response_format, jsonp, unheard_of, ...known } = form as Record<string, unknown>;
  const card = card_tracks === undefined ? undefined : cardIn({ ...form, card_tracks });
  const tracks = card && `${card.number} ${card.expiration}`;
  const sent = Object.entries({ ...known, tracks }).filter(([, value]) => value !== undefined);
  return JSON.stringify(sent.sort(([one], [other]) => (one < other ? -1 : 1)));
}
