/** How long a payment waits for an outcome that is not known at once. */
export interface Patience {
  /** The time counts from the first lost answer. */
  begin(): void;
  isOver(): boolean;
}

export function openPatience(waitMs: number): Patience {
  let startedAt: number | undefined;
  return {
    begin: () => {
      startedAt ??= performance.now();
    },
    isOver: () => startedAt !== undefined && performance.now() - startedAt >= waitMs,
  };
}
