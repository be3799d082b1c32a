/** The result of a payment or change. If it is unknown, the page keeps asking the API. */
import { Alert, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  IdState,
  PaymentFacts,
  PaymentResult,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOptions } from "../../api.ts";
import { Icon } from "../../parts/icons.tsx";
import { Amount } from "../../parts/values.tsx";

const ASK_AGAIN_MS = 2_500;

/** Polls while the result is unknown. `pageId` is the ID that the page requested. */
export function useOutcome(first: PaymentResult, pageId: string): PaymentResult {
  const isOpen = first.kind === "unknown";
  const { data } = useQuery({
    ...readingOptions<IdState>(`/merchant/ids/${pageId}`),
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
  /** What was requested: "Sale", "Refund". */
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
          {declineMessage(result.payment)}
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
          We could not reach the card network, so nothing was processed. You can try again.
        </Alert>
      );
    case "unknown":
      return (
        <Alert
          color="amber"
          className="sd-alert"
          role="status"
          icon={<Loader size={18} color="amber" />}
          title="Pending"
        >
          <Text size="sm">
            We sent the request but have not received a response. We keep checking, and this page
            updates when the result is known. Do not submit it again: the customer may have been
            charged.
          </Text>
        </Alert>
      );
  }
}

function declineMessage({ message, verificationMessage }: PaymentFacts): string {
  const reason = verificationMessage ?? message ?? "No reason given";
  return `${reason}. No money was moved.`;
}
