/** How long a person who created or reset another operator's login may still know its password. */

/** In hours, because an Instant cannot subtract days. */
const RECENT = { hours: 7 * 24 };

export function recentResetSince(at: Temporal.Instant): Temporal.Instant {
  return at.subtract(RECENT);
}
