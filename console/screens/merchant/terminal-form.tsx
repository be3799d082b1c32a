/** What is typed into the virtual terminal, and how it is sent: once, and then forgotten. */
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
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
import { FormTrouble } from "../../parts/submit.tsx";
import { centsOf } from "./amounts.ts";
import { BankFields, CardFields } from "./source-fields.tsx";
import { EMPTY, type Typed, usePaying } from "./use-paying.ts";
import { sourceWords } from "./words.ts";

interface TerminalFormProps {
  readonly id: string;
  readonly facts: TerminalFacts;
  readonly token: TokenFacts | undefined;
  done(result: PaymentResult): void;
}

export function TerminalForm({ id, facts, token, done }: TerminalFormProps) {
  const method = token?.tender === "ACH" || (!token && !facts.takesCards) ? "ach" : "card";
  const form = useForm<Typed>({
    mode: "uncontrolled",
    initialValues: {
      ...EMPTY,
      method,
      secCode: token?.secCode ?? facts.defaultSecCode,
      email: token?.email ?? "",
    },
  });
  const [isBank, setIsBank] = useState(method === "ach");
  const [cents, setCents] = useState<number>();
  const paying = usePaying({ id, facts, token, form, done });
  form.watch("method", ({ value }) => setIsBank(value === "ach"));
  form.watch("amountCents", ({ value }) => setCents(centsOf(value)));
  return (
    <form onSubmit={paying.submit} noValidate autoComplete="off" className="sd-terminal">
      <Stack gap="md">
        <AmountPanel form={form} facts={facts} isBank={isBank} isToken={token !== undefined} />
        {token === undefined ? (
          <Panel title={isBank ? "Bank account" : "Card"}>
            <Stack gap="md">
              {isBank ? (
                <BankFields
                  refs={paying.refs}
                  faults={paying.faults}
                  accountType={{
                    key: form.key("accountType"),
                    ...form.getInputProps("accountType"),
                  }}
                />
              ) : (
                <CardFields refs={paying.refs} facts={facts} faults={paying.faults} />
              )}
              {isBank && <SecCode form={form} facts={facts} />}
            </Stack>
          </Panel>
        ) : (
          <TokenPanel token={token} />
        )}
        <CustomerPanel form={form} isBank={isBank && token === undefined} />
        <OrderPanel form={form} />
        <FormTrouble trouble={paying.trouble} />
        <Group justify="flex-end">
          <Button
            type="submit"
            size="md"
            loading={paying.isSending}
            leftSection={<Icon name={isBank ? "bank" : "card"} />}
          >
            {cents === undefined
              ? "Take the payment"
              : `Take ${formatAmount(cents, facts.currency)}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly form: UseFormReturnType<Typed>;
}

function Plain({ form, name, label, ...rest }: PartProps & PlainProps) {
  return (
    <TextInput
      key={form.key(name)}
      label={label}
      autoComplete="off"
      {...rest}
      {...form.getInputProps(name)}
    />
  );
}

interface PlainProps {
  readonly name: keyof Typed;
  readonly label: string;
  readonly withAsterisk?: boolean;
  readonly inputMode?: "decimal" | "email" | "tel";
  readonly description?: string;
  readonly maxLength?: number;
  readonly leftSection?: string;
  readonly size?: "lg";
}

interface AmountPanelProps extends PartProps {
  readonly facts: TerminalFacts;
  readonly isBank: boolean;
  readonly isToken: boolean;
}

function AmountPanel({ form, facts, isBank, isToken }: AmountPanelProps) {
  const isChoice = facts.takesCards && facts.takesBanks && !isToken;
  return (
    <Panel title="Payment">
      <Stack gap="md">
        {isChoice && (
          <SegmentedControl
            key={form.key("method")}
            aria-label="Paid with"
            data={[
              { value: "card", label: "Card" },
              { value: "ach", label: "Bank account (ACH)" },
            ]}
            {...form.getInputProps("method")}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Plain
            form={form}
            name="amountCents"
            label="Amount"
            withAsterisk
            inputMode="decimal"
            leftSection="$"
            maxLength={12}
          />
          {!isBank && (
            <NativeSelect
              key={form.key("type")}
              label="What to do"
              data={[
                { value: "SALE", label: "Charge now" },
                { value: "AUTHORIZATION", label: "Authorize, capture later" },
              ]}
              {...form.getInputProps("type")}
            />
          )}
        </SimpleGrid>
      </Stack>
    </Panel>
  );
}

const SEC_WORDS: Readonly<Record<string, string>> = {
  WEB: "WEB: agreed to on a web page",
  TEL: "TEL: agreed to by telephone",
  PPD: "PPD: a person agreed in writing",
  CCD: "CCD: a company agreed in writing",
};

function SecCode({ form, facts }: PartProps & { readonly facts: TerminalFacts }) {
  return (
    <NativeSelect
      key={form.key("secCode")}
      label="How it was agreed to (SEC code)"
      data={facts.secCodes.map((value) => ({ value, label: SEC_WORDS[value] ?? value }))}
      {...form.getInputProps("secCode")}
    />
  );
}

function TokenPanel({ token }: { readonly token: TokenFacts }) {
  return (
    <Panel title={token.tender === "ACH" ? "Bank account" : "Card"}>
      <Text>
        {sourceWords(token)}
        {token.name === null ? "" : `, ${token.name}`}
      </Text>
      <Text size="sm" c="dimmed">
        As in transaction{" "}
        <TextLink to={`/transactions/${token.id}`} underline="always">
          {token.id}
        </TextLink>
        . Its customer is taken over where you type nothing.
      </Text>
    </Panel>
  );
}

function CustomerPanel({ form, isBank }: PartProps & { readonly isBank: boolean }) {
  return (
    <Panel title="Customer">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Plain form={form} name="firstName" label="First name" withAsterisk={isBank} />
          <Plain form={form} name="lastName" label="Last name" withAsterisk={isBank} />
          <Plain form={form} name="street" label="Street" />
          <Plain form={form} name="city" label="City" />
          <Plain form={form} name="region" label="State" description="Two letters" maxLength={2} />
          <Plain form={form} name="zip" label="ZIP" description="Checked by the bank" />
          <Plain form={form} name="email" label="E-mail" inputMode="email" />
          <Plain form={form} name="phone" label="Phone" inputMode="tel" />
        </SimpleGrid>
        <Checkbox
          key={form.key("receipt")}
          label="Send a receipt to this e-mail address"
          {...form.getInputProps("receipt", { type: "checkbox" })}
        />
      </Stack>
    </Panel>
  );
}

function OrderPanel({ form }: PartProps) {
  return (
    <Panel title="Order">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Plain form={form} name="customId" label="Order number" />
        <Plain form={form} name="invoice" label="Invoice" />
        <Plain form={form} name="description" label="Description" />
      </SimpleGrid>
    </Panel>
  );
}
