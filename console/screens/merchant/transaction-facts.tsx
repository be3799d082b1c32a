/** What is known of a transaction: the payment, the customer, the order. */
import type {
  TakingDetails,
  TakingLine,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { type Fact, Facts, Panel } from "../../parts/panel.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { avsWords, cvvWords, sourceWords } from "./words.ts";

interface TakingProps {
  readonly taking: TakingDetails;
}

export function PaymentFacts(props: TakingProps & { readonly original: TakingLine | null }) {
  const { taking, original } = props;
  const { currency } = taking;
  const isPartial = taking.requestedCents !== taking.amountCents;
  return (
    <Panel title="Payment">
      <Facts
        facts={present([
          ["Transaction", <CopyValue key="id" value={taking.id} label="Copy the id" />],
          [
            "Refund or reversal of",
            original && (
              <TextLink to={`/transactions/${original.id}`}>
                {original.id}, <Amount cents={original.amountCents} currency={currency} />
              </TextLink>
            ),
          ],
          ["Amount", <Amount key="amount" cents={taking.amountCents} currency={currency} />],
          ["Asked for", isPartial && <Amount cents={taking.requestedCents} currency={currency} />],
          [
            "Refunded",
            taking.refundedCents > 0 && <Amount cents={taking.refundedCents} currency={currency} />,
          ],
          [
            "Can still be refunded",
            taking.refundBalanceCents > 0 && (
              <Amount cents={taking.refundBalanceCents} currency={currency} />
            ),
          ],
          ["Paid with", sourceWords(taking)],
          ["Expires", expiryWords(taking.expiration)],
          ["Entry", entryWords(taking)],
          ["Answer", taking.message],
          ["Authorization code", taking.tender === "CARD" && taking.authorizationCode],
          ["Address check (AVS)", avsWords(taking.avs)],
          ["Card code check (CVV)", cvvWords(taking.cvv)],
          ["Bank account verification", taking.verificationMessage],
          ["Return code", taking.returnCode],
          ["Batch", taking.batchId !== null && String(taking.batchId)],
          ["Settles", taking.settleAt && <Moment at={taking.settleAt} show="date" />],
        ])}
      />
    </Panel>
  );
}

export function CustomerFacts({ taking }: TakingProps) {
  const facts = present([
    ["Name", taking.name],
    ["Company", taking.company],
    ["E-mail", taking.email],
    ...taking.facts.filter(([label]) => CUSTOMER.has(label)),
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

export function OrderFacts({ taking }: TakingProps) {
  const facts = present([
    ["Order", taking.customId],
    ["Description", taking.description],
    ["Invoice", taking.invoice],
    ["Cashier", taking.cashier],
    ...taking.facts.filter(([label]) => !CUSTOMER.has(label)),
    ["Payment form", taking.formName],
    ...taking.formFields,
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

function expiryWords(expiration: string | null): string | null {
  return expiration === null ? null : `${expiration.slice(0, 2)}/${expiration.slice(2)}`;
}

const MODES: Readonly<Record<string, string>> = {
  KEYED: "Keyed",
  SWIPED: "Swiped",
  EMV: "Chip",
  CONTACTLESS: "Contactless",
  "FALLBACK SWIPED": "Swiped after the chip failed",
};

function entryWords({ entryMode, secCode }: TakingDetails): string | null {
  if (secCode !== null) return `ACH ${secCode}`;
  return entryMode === null ? null : (MODES[entryMode] ?? entryMode);
}
