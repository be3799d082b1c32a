/** What may be done with a transaction as it stands, by whom looks at it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type {
  AllowedActions,
  TransactionDetails,
} from "../../../src/interfaces/console/merchant/contract.ts";
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
      {changesOf(transaction, actions).map((kind) => (
        <Button
          key={kind.path}
          variant={kind.isHarmless ? "filled" : "light"}
          color={kind.isHarmless ? "tide" : "red"}
          onClick={() => setChange(kind)}
        >
          {kind.button}
        </Button>
      ))}
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

function changesOf(
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
      consequence: "The amount is charged. What is left of the authorization is released.",
      button: "Capture",
      currency,
      maxCents: captureCents,
      isHarmless: true,
    });
  }
  // Of a bank entry that waits, giving back the whole is taking it out: one button is enough.
  if (refundCents !== undefined && refundsWhole === undefined) {
    kinds.push({
      path: "refunds",
      noun: "Refund",
      question: "Refund this payment?",
      consequence:
        "The customer gets the money back, on the card that paid. It cannot be undone here.",
      button: "Refund",
      currency,
      maxCents: refundCents,
    });
  }
  if (reverses) kinds.push(reversalOf(transaction, tender === "ACH"));
  return kinds;
}

function reversalOf(transaction: TransactionDetails, isBank: boolean): ChangeKind {
  const { standing, amountCents, currency } = transaction;
  const amount = formatAmount(amountCents, currency);
  const base = { path: "reversals", currency, whole: true } as const;
  if (standing === "authorised") {
    return {
      ...base,
      noun: "Release",
      question: "Release this authorization?",
      consequence: `The bank lets go of the ${amount} it holds, and nothing can be captured any more.`,
      button: "Release",
    };
  }
  return {
    ...base,
    noun: "Void",
    question: "Void this payment?",
    consequence: isBank
      ? `${amount} has not been asked of the bank yet. The payment is taken out, and nothing is debited.`
      : `${amount} has not been settled yet. The payment is undone, and the customer is not charged.`,
    button: "Void",
  };
}
