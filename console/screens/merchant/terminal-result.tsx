/** The result of a payment: a receipt to show or print, and what to do next. */
import { Box, Button, Group, Paper, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type {
  PaymentFacts,
  PaymentResult,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { Amount } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { Outcome, useOutcome } from "./outcome.tsx";
import { describeAvsResult, describeCvvResult } from "./result-codes.ts";
import { paymentMethod, transactionType } from "./texts.ts";

interface TerminalResultProps {
  readonly result: PaymentResult;
  readonly pageId: string;
  another(): void;
}

export function TerminalResult({ result, pageId, another }: TerminalResultProps) {
  const known = useOutcome(result, pageId);
  const payment = known.kind === "unknown" ? undefined : known.payment;
  const next = useFocusBelow();
  return (
    <Stack gap="md" className="sd-terminal">
      <Box className="sd-no-print">
        <Outcome result={known} noun={transactionType(payment?.type ?? "SALE")} />
      </Box>
      {payment !== undefined && <Receipt payment={payment} />}
      {payment !== undefined && <Checks payment={payment} />}
      <Group gap="xs" className="sd-no-print">
        <Button ref={next} onClick={another} leftSection={<Icon name="plus" size={16} />}>
          Take another payment
        </Button>
        <ButtonLink to={`/transactions/${pageId}`} variant="default">
          View transaction
        </ButtonLink>
        {known.kind === "approved" && (
          <Button variant="default" onClick={() => window.print()}>
            Print receipt
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Enter starts the next payment. On a phone the result at the top must stay visible. */
function useFocusBelow() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return button;
}

interface PaymentProps {
  readonly payment: PaymentFacts;
}

/** The customer's receipt. */
function Receipt({ payment }: PaymentProps) {
  const { person } = useSession();
  const facts = presentFacts([
    ["Type", transactionType(payment.type)],
    ["Amount", <Amount key="amount" cents={payment.amountCents} currency={payment.currency} />],
    ["Date", payment.localTime],
    ["Payment method", paymentMethod(payment)],
    ["Customer", payment.name],
    ["Authorization code", payment.tender === "CARD" ? payment.authorizationCode : null],
    ["Response", payment.message],
    ["Transaction ID", payment.id],
  ]);
  return (
    <Paper component="section" className="sd-panel sd-receipt" p="lg" aria-label="Receipt">
      <h2 className="sd-receipt-name">{person.home?.name}</h2>
      <Facts facts={facts} />
    </Paper>
  );
}

/** Details for the merchant only. */
function Checks({ payment }: PaymentProps) {
  const facts = presentFacts([
    ["Address check (AVS)", describeAvsResult(payment.avs)],
    ["Security code check (CVV)", describeCvvResult(payment.cvv)],
    ["Bank account verification", payment.verificationMessage],
  ]);
  if (facts.length === 0) return null;
  return (
    <Box className="sd-no-print">
      <Panel title="Checks">
        <Facts facts={facts} />
      </Panel>
    </Box>
  );
}

function presentFacts(rows: readonly (readonly [name: string, value: ReactNode])[]) {
  return rows
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => ({ name, value }));
}
