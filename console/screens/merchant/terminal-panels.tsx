/** The parts of the virtual terminal without card or bank account numbers. */
import {
  Checkbox,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { TerminalFacts } from "../../../src/interfaces/console/merchant/contract.ts";
import { Panel } from "../../parts/panel.tsx";
import type { TerminalValues } from "./terminal-values.ts";

interface PartProps {
  readonly form: UseFormReturnType<TerminalValues>;
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
  readonly name: keyof TerminalValues;
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

export function AmountPanel({ form, facts, isBank, isToken }: AmountPanelProps) {
  const isChoice = facts.takesCards && facts.takesBanks && !isToken;
  return (
    <Panel title="Payment">
      <Stack gap="md">
        {isChoice && (
          <SegmentedControl
            key={form.key("method")}
            aria-label="Payment method"
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
              label="Transaction type"
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

const SEC_LABELS: Readonly<Record<string, string>> = {
  WEB: "WEB: authorized online",
  TEL: "TEL: authorized by phone",
  PPD: "PPD: written authorization from a person",
  CCD: "CCD: written authorization from a company",
};

export function SecCode({ form, facts }: PartProps & { readonly facts: TerminalFacts }) {
  return (
    <NativeSelect
      key={form.key("secCode")}
      label="Customer's authorization (SEC code)"
      data={facts.secCodes.map((value) => ({ value, label: SEC_LABELS[value] ?? value }))}
      {...form.getInputProps("secCode")}
    />
  );
}

export function CustomerPanel({ form, isBank }: PartProps & { readonly isBank: boolean }) {
  return (
    <Panel title="Customer">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          <Plain form={form} name="firstName" label="First name" withAsterisk={isBank} />
          <Plain form={form} name="lastName" label="Last name" withAsterisk={isBank} />
          <Plain form={form} name="street" label="Street address" />
          <Plain form={form} name="city" label="City" />
          <Plain form={form} name="region" label="State (two letters)" maxLength={2} />
          <Plain form={form} name="zip" label="ZIP code (address check)" />
          <Plain form={form} name="email" label="Email" inputMode="email" />
          <Plain form={form} name="phone" label="Phone" inputMode="tel" />
        </SimpleGrid>
        <Checkbox
          key={form.key("receipt")}
          label="Email a receipt to the customer"
          {...form.getInputProps("receipt", { type: "checkbox" })}
        />
      </Stack>
    </Panel>
  );
}

export function OrderPanel({ form }: PartProps) {
  return (
    <Panel title="Order">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        <Plain form={form} name="customId" label="Order number" />
        <Plain form={form} name="invoice" label="Invoice number" />
        <Plain form={form} name="description" label="Description" />
      </SimpleGrid>
    </Panel>
  );
}
