/** The form of the virtual terminal. Card and bank numbers are sent once and then discarded. */
import { Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type {
  PaymentResult,
  TerminalFacts,
  TokenFacts,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { formatAmount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError } from "../../parts/submit.tsx";
import { parseAmount } from "./amounts.ts";
import { DuplicateQuestion } from "./duplicate-question.tsx";
import { BankFields, CardFields } from "./source-fields.tsx";
import { AmountPanel, CustomerPanel, OrderPanel, SecCode } from "./terminal-panels.tsx";
import { EMPTY_VALUES, type TerminalValues } from "./terminal-values.ts";
import { paymentMethod } from "./texts.ts";
import { usePayment } from "./use-payment.ts";

interface TerminalFormProps {
  readonly id: string;
  readonly facts: TerminalFacts;
  readonly token: TokenFacts | undefined;
  done(result: PaymentResult): void;
}

export function TerminalForm({ id, facts, token, done }: TerminalFormProps) {
  const method = token?.tender === "ACH" || (!token && !facts.takesCards) ? "ach" : "card";
  const form = useForm<TerminalValues>({
    mode: "uncontrolled",
    initialValues: {
      ...EMPTY_VALUES,
      method,
      secCode: token?.secCode ?? facts.defaultSecCode,
      email: token?.email ?? "",
    },
  });
  const [isBank, setIsBank] = useState(method === "ach");
  const [cents, setCents] = useState<number>();
  const paying = usePayment({ id, facts, token, form, done });
  form.watch("method", ({ value }) => setIsBank(value === "ach"));
  form.watch("amountCents", ({ value }) => setCents(parseAmount(value)));
  return (
    <form
      onSubmit={paying.submit}
      onInput={paying.forgetDuplicate}
      noValidate
      autoComplete="off"
      className="sd-terminal"
    >
      <div className="sd-terminal-payment">
        <AmountPanel form={form} facts={facts} isBank={isBank} isToken={token !== undefined} />
      </div>
      <div className="sd-terminal-source">
        {token === undefined ? (
          <Panel title={isBank ? "Bank account" : "Card"}>
            <Stack gap="sm">
              {isBank ? (
                <BankFields
                  refs={paying.refs}
                  errors={paying.errors}
                  accountType={{
                    key: form.key("accountType"),
                    ...form.getInputProps("accountType"),
                  }}
                />
              ) : (
                <CardFields refs={paying.refs} facts={facts} errors={paying.errors} />
              )}
              {isBank && <SecCode form={form} facts={facts} />}
            </Stack>
          </Panel>
        ) : (
          <TokenPanel token={token} />
        )}
      </div>
      <div className="sd-terminal-customer">
        <CustomerPanel form={form} isBank={isBank && token === undefined} />
      </div>
      <div className="sd-terminal-order">
        <OrderPanel form={form} />
      </div>
      <div className="sd-terminal-end">
        <FormError trouble={paying.trouble} />
        {paying.duplicate && cents && (
          <DuplicateQuestion
            {...paying.duplicate}
            isBank={isBank}
            amount={formatAmount(cents, facts.currency)}
          />
        )}
      </div>
      <div className="sd-terminal-submit">
        <Button
          type="submit"
          size="md"
          loading={paying.isSending}
          leftSection={<Icon name={isBank ? "bank" : "card"} />}
        >
          {cents === undefined ? "Take payment" : `Charge ${formatAmount(cents, facts.currency)}`}
        </Button>
      </div>
    </form>
  );
}

function TokenPanel({ token }: { readonly token: TokenFacts }) {
  return (
    <Panel title={token.tender === "ACH" ? "Bank account" : "Card"}>
      <Text>
        {paymentMethod(token)}
        {token.name === null ? "" : `, ${token.name}`}
      </Text>
      <Text size="sm" c="dimmed">
        Same as transaction{" "}
        <TextLink to={`/transactions/${token.id}`} underline="always">
          {token.id}
        </TextLink>
        . Empty customer fields are copied from that transaction.
      </Text>
    </Panel>
  );
}
