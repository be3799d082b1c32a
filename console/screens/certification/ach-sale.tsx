/** Creates an ACH sale with a published test account. */
import { Button, Group, NativeSelect, NumberInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type {
  Simulators,
  TestSaleResult,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, useReading } from "../../api.ts";
import { capitalize, formatAmount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

interface SaleValues {
  readonly accountId: string;
  readonly last4: string;
  readonly amount: number | string;
}

const FIRST: SaleValues = { accountId: "120000000001", last4: "1001", amount: 12.34 };
const FUNDED = { value: "5678", label: "5678: settled" };

export function AchSale() {
  const navigate = useNavigate();
  const { data } = useReading<Simulators>("/certification/simulators");
  const form = useForm<SaleValues>({ initialValues: FIRST });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ amount, ...sale }: SaleValues) =>
      api.post<TestSaleResult>("/certification/ach/sale", {
        ...sale,
        amountCents: toCents(amount),
      }),
    refresh: ["/certification/ach"],
    done: ({ accountId, transactionId }: TestSaleResult) =>
      void navigate({ to: `/certification/ach/${accountId}/${transactionId}` }),
  });
  const { amount } = form.getValues();
  return (
    <Panel
      title="Create a test entry"
      description="The last four digits of the bank account determine the simulated bank's response. Create a sale, send it to the bank and advance the clock."
    >
      <form onSubmit={submit}>
        <FormError trouble={trouble} />
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Account"
            w={{ base: "100%", sm: "auto" }}
            data={accountOptions(data)}
            {...form.getInputProps("accountId")}
          />
          <NativeSelect
            label="Last 4 digits of bank account"
            w={{ base: "100%", sm: "19rem" }}
            data={endingOptions(data)}
            {...form.getInputProps("last4")}
          />
          <NumberInput
            label="Amount"
            min={0.01}
            max={9_999}
            decimalScale={2}
            fixedDecimalScale
            hideControls
            w="7rem"
            {...form.getInputProps("amount")}
          />
          <Button type="submit" loading={isPending}>
            Create ACH sale of {formatAmount(toCents(amount), "USD")}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}

function toCents(amount: number | string): number {
  return Math.round(Number(amount) * 100);
}

function accountOptions(data: Simulators | undefined) {
  const withAch = data?.accounts.filter(({ hasAch }) => hasAch) ?? [];
  const first = { value: FIRST.accountId, label: FIRST.accountId };
  const options = withAch.map(({ accountId, name }) => ({ value: accountId, label: name }));
  return options.length === 0 ? [first] : options;
}

function endingOptions(data: Simulators | undefined) {
  const rows = data?.bank.achNetwork.rows ?? [];
  const options = rows.map(({ value, effect }) => ({
    value,
    label: `${value}: ${capitalize(effect)}`,
  }));
  return options.length === 0 ? [{ value: FIRST.last4, label: FIRST.last4 }] : [...options, FUNDED];
}
