/** Whether this process should be sent requests. */
export type ReadinessState = "ready" | "starting" | "database away" | "shutting down";

export interface Readiness {
  state(): ReadinessState;
}
