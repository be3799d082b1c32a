/**
 * The two times of the installation. Business time dates transactions, expiries, cut-offs and purges, and
 * moves forward on command in certification. Wall time is for credentials, leases, retries, logs.
 */
export interface Clock {
  business(): Temporal.Instant;
  wall(): Temporal.Instant;
}
