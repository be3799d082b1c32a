/**
 * The two clocks. The business clock dates transactions, expirations, cutoffs and purges, and can
 * be moved forward in certification. The wall clock is for credentials, leases, retries and logs.
 */
export interface Clock {
  business(): Temporal.Instant;
  wall(): Temporal.Instant;
}
