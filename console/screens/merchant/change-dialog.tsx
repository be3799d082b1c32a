/**
 * A dialog for a capture, refund or void. It requests a transaction ID when it opens, so that
 * submitting twice makes the change only once.
 */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PaymentResult } from "../../../src/interfaces/console/merchant/contract.ts";
import { ApiError, api, refresh } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { useFocusBack } from "../../parts/focus-back.ts";
import { formatAmount } from "../../parts/formats.ts";
import { FormError } from "../../parts/submit.tsx";
import { formatAmountInput, parseAmount } from "./amounts.ts";
import { Outcome, useOutcome } from "./outcome.tsx";

export interface ChangeDialogProps {
  readonly transactionId: string;
  readonly change: ChangeKind;
  close(): void;
}

export interface ChangeKind {
  /** The last part of the API path. */
  readonly path: "captures" | "refunds" | "reversals";
  /** Such as "Refund". */
  readonly noun: string;
  readonly question: string;
  readonly consequence: string;
  readonly button: string;
  readonly currency: string;
  /** Absent for a void, which always covers the whole amount. */
  readonly maxCents?: number;
  /** Only the full amount is allowed. */
  readonly whole?: boolean;
  readonly isHarmless?: boolean;
}

export function ChangeDialog({ transactionId, change, close }: ChangeDialogProps) {
  useFocusBack();
  const [result, setResult] = useState<PaymentResult>();
  // Requested once per dialog and never reloaded.
  const ticket = useQuery({
    queryKey: ["change", transactionId, change.path],
    queryFn: () => api.post<{ readonly id: string }>("/merchant/ids"),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const leave = () => {
    void refresh(["/merchant"]);
    close();
  };
  return (
    <Modal
      opened
      onClose={leave}
      title={result === undefined ? change.question : change.noun}
      closeButtonProps={{ "aria-label": "Close" }}
      closeOnClickOutside={false}
    >
      {ticket.error !== null && <ErrorPanel error={ticket.error} retry={ticket.refetch} />}
      {ticket.error === null && result === undefined && (
        <ChangeForm
          transactionId={transactionId}
          change={change}
          pageId={ticket.data?.id}
          cancel={leave}
          done={setResult}
        />
      )}
      {result !== undefined && ticket.data !== undefined && (
        <ChangeResult result={result} change={change} pageId={ticket.data.id} leave={leave} />
      )}
    </Modal>
  );
}

interface ChangeFormProps extends Omit<ChangeDialogProps, "close"> {
  readonly pageId: string | undefined;
  cancel(): void;
  done(result: PaymentResult): void;
}

function ChangeForm({ transactionId, change, pageId, cancel, done }: ChangeFormProps) {
  const { maxCents, whole = false, currency } = change;
  const [typed, setTyped] = useState(maxCents === undefined ? "" : formatAmountInput(maxCents));
  const [problem, setError] = useState<string>();
  const [trouble, setTrouble] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const amountCents = parseAmount(typed);
    const wrong = maxCents === undefined ? undefined : amountError(amountCents, maxCents, currency);
    setError(wrong);
    if (wrong !== undefined || pageId === undefined || isSending) return;
    setSending(true);
    setTrouble(undefined);
    try {
      const path = `/merchant/transactions/${transactionId}/${change.path}`;
      const amount = maxCents === undefined ? {} : { amountCents };
      done(await api.post<PaymentResult>(path, { id: pageId, ...amount }));
    } catch (error) {
      const isField = error instanceof ApiError && "amountCents" in error.fields;
      if (isField) setError(error.fields["amountCents"]);
      else setTrouble(error as Error);
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{change.consequence}</Text>
        {maxCents !== undefined && !whole && (
          <TextInput
            label="Amount"
            description={`Up to ${formatAmount(maxCents, currency)}`}
            inputMode="decimal"
            autoComplete="off"
            leftSection="$"
            value={typed}
            error={problem}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            data-autofocus
          />
        )}
        <FormError trouble={trouble} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel} data-autofocus={whole || undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={change.isHarmless ? "tide" : "red"}
            loading={isSending || pageId === undefined}
          >
            {change.button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function amountError(cents: number | undefined, maxCents: number, currency: string) {
  if (cents === undefined) return "Enter an amount, such as 12.34.";
  return cents > maxCents ? `Enter at most ${formatAmount(maxCents, currency)}.` : undefined;
}

interface ChangeResultProps {
  readonly result: PaymentResult;
  readonly change: ChangeKind;
  readonly pageId: string;
  leave(): void;
}

function ChangeResult({ result, change, pageId, leave }: ChangeResultProps) {
  const known = useOutcome(result, pageId);
  return (
    <Stack gap="md">
      <Outcome result={known} noun={change.noun} />
      <Group justify="flex-end">
        <Button onClick={leave} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
