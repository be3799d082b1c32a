/** What came of the payment: a receipt to show or print, and the way on. */
import { Button, Group, Paper, Stack } from "@mantine/core";
import type {
  PaymentFacts,
  PaymentResult,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Facts } from "../../parts/panel.tsx";
import { Amount } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { Outcome, useOutcome } from "./outcome.tsx";
import { avsWords, cvvWords, sourceWords, typeWords } from "./words.ts";

interface TerminalResultProps {
  readonly result: PaymentResult;
  readonly pageId: string;
  another(): void;
}

export function TerminalResult({ result, pageId, another }: TerminalResultProps) {
  const known = useOutcome(result, pageId);
  const payment = known.kind === "unknown" ? undefined : known.payment;
  return (
    <Stack gap="md" className="sd-terminal">
      <Outcome result={known} noun={typeWords(payment?.type ?? "SALE")} />
      {payment !== undefined && <Slip payment={payment} />}
      <Group gap="xs" className="sd-no-print">
        <Button onClick={another} leftSection={<Icon name="plus" size={16} />} autoFocus>
          Take another payment
        </Button>
        <ButtonLink to={`/transactions/${pageId}`} variant="default">
          Open the transaction
        </ButtonLink>
        {known.kind === "approved" && (
          <Button variant="default" onClick={() => window.print()}>
            Print the receipt
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Slip({ payment }: { readonly payment: PaymentFacts }) {
  const { person } = useSession();
  const rows = [
    ["Amount", <Amount key="amount" cents={payment.amountCents} currency={payment.currency} />],
    ["Date", payment.localTime],
    ["Paid with", sourceWords(payment)],
    ["Customer", payment.name],
    ["Authorization code", payment.tender === "CARD" ? payment.authorizationCode : null],
    ["Answer", payment.message],
    ["Address check (AVS)", avsWords(payment.avs)],
    ["Card code check (CVV)", cvvWords(payment.cvv)],
    ["Bank account verification", payment.verificationMessage],
    ["Transaction", payment.id],
  ] as const;
  return (
    <Paper component="section" className="sd-panel sd-slip" p="lg" aria-label="Receipt">
      <h2 className="sd-slip-name">{person.home?.name}</h2>
      <Facts
        facts={rows
          .filter(([, value]) => value !== null && value !== undefined && value !== "")
          .map(([name, value]) => ({ name, value }))}
      />
    </Paper>
  );
}
