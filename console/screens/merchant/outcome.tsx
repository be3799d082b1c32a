/** What came of a payment or a change, told as it is; what nobody knows yet is asked for again. */
import { Alert, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  IdState,
  PaymentFacts,
  PaymentResult,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOf } from "../../api.ts";
import { Icon } from "../../parts/icons.tsx";
import { Amount } from "../../parts/values.tsx";

const ASK_AGAIN_MS = 2_500;

/** Goes on asking while nobody knows. `pageId` is the id that the page fetched. */
export function useOutcome(first: PaymentResult, pageId: string): PaymentResult {
  const isOpen = first.kind === "unknown";
  const { data } = useQuery({
    ...readingOf<IdState>(`/merchant/ids/${pageId}`),
    enabled: isOpen,
    refetchInterval: ({ state }) => (isUnknown(state.data) ? ASK_AGAIN_MS : false),
  });
  if (!isOpen || data === undefined || data.kind === "unused") return first;
  return data;
}

function isUnknown(state: IdState | undefined): boolean {
  return state === undefined || state.kind === "unknown" || state.kind === "unused";
}

interface OutcomeProps {
  readonly result: PaymentResult;
  /** What was asked for: "Sale", "Refund". */
  readonly noun: string;
}

export function Outcome({ result, noun }: OutcomeProps) {
  switch (result.kind) {
    case "approved":
      return (
        <Alert
          color="tide"
          className="sd-alert"
          role="status"
          icon={<Icon name="check" />}
          title={`${noun} approved`}
        >
          <Amount cents={result.payment.amountCents} currency={result.payment.currency} />
          {result.payment.verificationMessage !== null &&
            ` · Bank account: ${result.payment.verificationMessage}`}
        </Alert>
      );
    case "declined":
      return (
        <Alert
          color="red"
          className="sd-alert"
          role="alert"
          icon={<Icon name="cross" />}
          title={`${noun} declined`}
        >
          {declineWords(result.payment)}
        </Alert>
      );
    case "not_sent":
      return (
        <Alert
          color="red"
          className="sd-alert"
          role="alert"
          icon={<Icon name="attention" />}
          title={`${noun} not sent`}
        >
          The card network could not be reached, and nothing was asked of it. You can try again.
        </Alert>
      );
    case "unknown":
      return (
        <Alert
          color="amber"
          className="sd-alert"
          role="status"
          icon={<Loader size={18} color="amber" />}
          title="We do not know yet"
        >
          <Text size="sm">
            The request left, and no answer has come. We go on asking, and this page shows the
            answer once it is known. Do not send it again: the customer may have been charged.
          </Text>
        </Alert>
      );
  }
}

function declineWords({ message, verificationMessage }: PaymentFacts): string {
  const said = verificationMessage ?? message ?? "No reason was given";
  return `${said}. Nothing was moved.`;
}
