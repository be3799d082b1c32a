/** The actions that the user may take on a transaction in its current state. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type {
  AllowedActions,
  TransactionDetails,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { formatAmount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { ChangeDialog, type ChangeKind } from "./change-dialog.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";

interface TransactionActionsProps {
  readonly transaction: TransactionDetails;
  readonly actions: AllowedActions;
}

export function TransactionActions({ transaction, actions }: TransactionActionsProps) {
  const [change, setChange] = useState<ChangeKind>();
  const [sendsReceipt, setSendsReceipt] = useState(false);
  const { id, email } = transaction;
  return (
    <>
      {possibleChanges(transaction, actions).map((kind) => (
        <Button
          key={kind.path}
          variant={kind.isHarmless ? "filled" : "light"}
          color={kind.isHarmless ? "tide" : "red"}
          onClick={() => setChange(kind)}
        >
          {kind.button}
        </Button>
      ))}
      {actions.stopsRetry && <StopRetry id={id} />}
      {actions.reissues && (
        <ButtonLink to={`/terminal?token=${id}`} variant="default">
          Charge again
        </ButtonLink>
      )}
      {actions.sendsReceipt && (
        <Button
          variant="default"
          leftSection={<Icon name="mail" size={16} />}
          onClick={() => setSendsReceipt(true)}
        >
          Send receipt
        </Button>
      )}
      {change !== undefined && (
        <ChangeDialog transactionId={id} change={change} close={() => setChange(undefined)} />
      )}
      {sendsReceipt && (
        <ReceiptDialog transactionId={id} email={email} close={() => setSendsReceipt(false)} />
      )}
    </>
  );
}

function StopRetry({ id }: { readonly id: string }) {
  const path = `/merchant/transactions/${id}`;
  return (
    <ConfirmButton
      label="Do not send again"
      question="Do not send this payment to the bank again?"
      consequence="The payment stays returned, and the customer is not debited again for it."
      send={() => api.delete(`${path}/retry`)}
      successMessage="The payment is not sent again."
      refresh={[path]}
    />
  );
}

function possibleChanges(
  transaction: TransactionDetails,
  actions: AllowedActions,
): readonly ChangeKind[] {
  const { currency, tender } = transaction;
  const { captureCents, refundCents, refundsWhole, reverses } = actions;
  const kinds: ChangeKind[] = [];
  if (captureCents !== undefined) {
    kinds.push({
      path: "captures",
      noun: "Capture",
      question: "Capture this authorization?",
      consequence:
        "The customer is charged this amount. Any remaining authorized amount is released.",
      button: "Capture",
      currency,
      maxCents: captureCents,
      isHarmless: true,
    });
  }
  // For an ACH entry that was not sent yet, a full refund is the same as a void. One button is
  // enough.
  if (refundCents !== undefined && refundsWhole === undefined) {
    kinds.push({
      path: "refunds",
      noun: "Refund",
      question: "Refund this payment?",
      consequence: "The money is returned to the original payment method. This cannot be undone.",
      button: "Refund",
      currency,
      maxCents: refundCents,
    });
  }
  if (reverses) kinds.push(voidChange(transaction, tender === "ACH"));
  return kinds;
}

function voidChange(transaction: TransactionDetails, isBank: boolean): ChangeKind {
  const { displayStatus, amountCents, currency } = transaction;
  const amount = formatAmount(amountCents, currency);
  const base = { path: "reversals", currency, whole: true } as const;
  if (displayStatus === "authorized") {
    return {
      ...base,
      noun: "Void",
      question: "Void this authorization?",
      consequence: `The hold of ${amount} is released. It can no longer be captured.`,
      button: "Void",
    };
  }
  return {
    ...base,
    noun: "Void",
    question: "Void this payment?",
    consequence: isBank
      ? `This payment of ${amount} has not been sent to the bank yet. It is canceled and the customer is not debited.`
      : `This payment of ${amount} has not settled yet. It is canceled and the customer is not charged.`,
    button: "Void",
  };
}
