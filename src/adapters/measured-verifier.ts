/** Counts and traces the questions to the verification provider and how long it takes to answer. */
import type { Metrics } from "../ports/metrics.ts";
import type { Verifier } from "../ports/verifier.ts";
import { traceStep } from "../values/telemetry/tracing.ts";

export function measureVerifier(
  verifier: Verifier,
  metrics: Pick<Metrics, "countVerification">,
): Verifier {
  return {
    verify: async (question) => {
      const startedAt = performance.now();
      const answer = await traceStep(
        { kind: "verification", describe: ({ kind: outcome }) => ({ outcome }) },
        () => verifier.verify(question),
      );
      metrics.countVerification(answer.kind, (performance.now() - startedAt) / 1_000);
      return answer;
    },
  };
}
