/** Counts and traces the calls to a card host, and how long they take. */
import type { CardHostCall, Metrics } from "../ports/metrics.ts";
import type { Processor } from "../ports/processor.ts";
import { type Step, traceStep } from "../values/telemetry/tracing.ts";

/** Expired authorizations are reversed, and unknown payments asked about, without an interface. */
const JOBS = "jobs";

interface Question extends Pick<CardHostCall, "asked"> {
  readonly interfaceName?: string | undefined;
}

/** Lists of charges are not measured: they are asked for by people, and take as long as they take. */
export function measureProcessor(
  host: string,
  processor: Processor,
  metrics: Pick<Metrics, "countCardHostCall">,
): Processor {
  const measured = async <Answer>(
    { asked, interfaceName = JOBS }: Question,
    call: () => Promise<Answer>,
    outcome: (answer: Answer) => string,
  ): Promise<Answer> => {
    const startedAt = performance.now();
    const name = `card host ${asked}`;
    const describe = (answer: Awaited<Answer>) => ({ outcome: outcome(answer) });
    const facts = { cardHost: host, asked };
    const step: Step<Promise<Answer>> = { kind: "card host", name, facts, describe };
    const answer = await traceStep(step, call);
    const seconds = (performance.now() - startedAt) / 1_000;
    metrics.countCardHostCall({ host, interfaceName, asked, outcome: outcome(answer), seconds });
    return answer;
  };
  const kind = (answer: { readonly kind: string }) => answer.kind;
  return {
    submit: (order, onLate) => {
      const { interfaceName } = order;
      return measured(
        { asked: "order", interfaceName },
        () => processor.submit(order, onLate),
        kind,
      );
    },
    resolvesByReversal: async (order) => (await processor.resolvesByReversal?.(order)) ?? false,
    resolve: (order, isRepeat) =>
      measured({ asked: "inquiry" }, () => processor.resolve(order, isRepeat), kind),
    reverse: (order, isRepeat) =>
      measured({ asked: "reversal" }, () => processor.reverse(order, isRepeat), String),
    listCharges: (range, after) => processor.listCharges(range, after),
  };
}
