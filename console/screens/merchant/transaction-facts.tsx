/** The details of a transaction: payment, customer and order. */
import type {
  TransactionDetails,
  TransactionLine,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { withParams } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { type Fact, Facts, Panel } from "../../parts/panel.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { describeAvsResult, describeCvvResult } from "./result-codes.ts";
import { paymentMethod } from "./texts.ts";

interface TransactionProps {
  readonly transaction: TransactionDetails;
}

export function PaymentFacts(
  props: TransactionProps & { readonly original: TransactionLine | null },
) {
  const { transaction, original } = props;
  const { currency } = transaction;
  const [{ account }] = useUrlState({ account: "" });
  const isPartial = transaction.requestedCents !== transaction.amountCents;
  return (
    <Panel title="Payment">
      <Facts
        facts={present([
          [
            "Transaction ID",
            <CopyValue key="id" value={transaction.id} label="Copy transaction ID" />,
          ],
          [
            "Original transaction",
            original && (
              <TextLink to={withParams(`/transactions/${original.id}`, { account })}>
                {original.id}, <Amount cents={original.amountCents} currency={currency} />
              </TextLink>
            ),
          ],
          ["Amount", <Amount key="amount" cents={transaction.amountCents} currency={currency} />],
          [
            "Requested amount",
            isPartial && <Amount cents={transaction.requestedCents} currency={currency} />,
          ],
          [
            "Refunded",
            transaction.refundedCents > 0 && (
              <Amount cents={transaction.refundedCents} currency={currency} />
            ),
          ],
          [
            "Available to refund",
            transaction.refundBalanceCents > 0 && (
              <Amount cents={transaction.refundBalanceCents} currency={currency} />
            ),
          ],
          ["Payment method", paymentMethod(transaction)],
          ["Expiration date", formatExpiration(transaction.expiration)],
          ["Entry method", entryMethod(transaction)],
          ["Response", transaction.message],
          ["Authorization code", transaction.tender === "CARD" && transaction.authorizationCode],
          ["Address check (AVS)", describeAvsResult(transaction.avs)],
          ["Security code check (CVV)", describeCvvResult(transaction.cvv)],
          ["Bank account verification", transaction.verificationMessage],
          ["Return reason", transaction.returnReason],
          ["Batch", transaction.batchId !== null && String(transaction.batchId)],
          [
            "Settlement date",
            transaction.settleAt && <Moment at={transaction.settleAt} show="date" />,
          ],
        ])}
      />
    </Panel>
  );
}

export function CustomerFacts({ transaction }: TransactionProps) {
  const facts = present([
    ["Name", transaction.name],
    ["Company", transaction.company],
    ["Email", transaction.email],
    ...transaction.facts.filter(([label]) => CUSTOMER.has(label)),
  ]);
  if (facts.length === 0) return null;
  return (
    <Panel title="Customer">
      <Facts facts={facts} />
    </Panel>
  );
}

const CUSTOMER: ReadonlySet<string> = new Set([
  "Address",
  "City, state, ZIP",
  "Country",
  "Phone",
  "IP address",
]);

export function OrderFacts({ transaction }: TransactionProps) {
  const facts = present([
    ["Order number", transaction.customId],
    ["Description", transaction.description],
    ["Invoice number", transaction.invoice],
    ["Cashier", transaction.cashier],
    ...transaction.facts.filter(([label]) => !CUSTOMER.has(label)),
    ["Payment form", transaction.formName],
    ...transaction.formFields,
  ]);
  if (facts.length === 0) return null;
  return (
    <Panel title="Order">
      <Facts facts={facts} />
    </Panel>
  );
}

function present(pairs: readonly (readonly [string, React.ReactNode])[]): readonly Fact[] {
  return pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
    .map(([name, value]) => ({ name, value }));
}

function formatExpiration(expiration: string | null): string | null {
  return expiration === null ? null : `${expiration.slice(0, 2)}/${expiration.slice(2)}`;
}

const MODES: Readonly<Record<string, string>> = {
  KEYED: "Keyed",
  SWIPED: "Swiped",
  EMV: "Chip",
  CONTACTLESS: "Contactless",
  "FALLBACK SWIPED": "Swiped (chip fallback)",
};

function entryMethod({ entryMode, secCode }: TransactionDetails): string | null {
  if (secCode !== null) return `ACH ${secCode}`;
  return entryMode === null ? null : (MODES[entryMode] ?? entryMode);
}
