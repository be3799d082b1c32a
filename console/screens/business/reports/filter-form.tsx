/** The filters of a report. A button applies them and stores them in the address. */
import {
  Button,
  Collapse,
  Group,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useEffect } from "react";
import type {
  ReportChoices,
  ReportFilterName,
  ReportFilters,
} from "../../../../src/interfaces/console/business/contract.ts";
import { ApiError } from "../../../api.ts";
import { Icon } from "../../../parts/icons.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { ReportColumns } from "./column-choice.tsx";
import { DateFields } from "./date-fields.tsx";
import { filtersToSend, filterValues, MORE_FILTERS, type Values } from "./report-filters.ts";

const STATES = [
  { value: "", label: "Approved and declined" },
  { value: "APPROVED", label: "Approved" },
  { value: "DECLINED", label: "Declined" },
];
const TENDERS = [
  { value: "", label: "All" },
  { value: "CARD", label: "Cards" },
  { value: "ACH", label: "ACH" },
  { value: "EBT", label: "EBT" },
  { value: "GIFT", label: "Gift cards" },
];
const ALL = "all";

interface ReportFilterFormProps {
  readonly question: ReportFilters;
  readonly choices: ReportChoices | undefined;
  /** The API's error about the filters. */
  readonly error: Error | null;
  readonly isAsking: boolean;
  ask(question: Record<ReportFilterName, string>): void;
}

export function ReportFilterForm({
  question,
  choices,
  error,
  isAsking,
  ask,
}: ReportFilterFormProps) {
  const form = useForm<Values>({ initialValues: filterValues(question) });
  const { setErrors } = form;
  useEffect(
    () => setErrors(error instanceof ApiError ? { ...error.fields } : {}),
    [error, setErrors],
  );
  return (
    <form onSubmit={form.onSubmit((values) => ask(filtersToSend(values)))} noValidate>
      <Panel>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
            <DateFields form={form} choices={choices} />
            <NativeSelect label="Status" data={STATES} {...form.getInputProps("status")} />
            <NativeSelect
              label="Payment method"
              data={TENDERS}
              {...form.getInputProps("tenderType")}
            />
            {choices?.subAccounts && <SubAccounts form={form} accounts={choices.subAccounts} />}
          </SimpleGrid>
          <MoreFilters form={form} />
          <Group gap="xs">
            <Button type="submit" loading={isAsking}>
              Apply filters
            </Button>
            {choices && (
              <ReportColumns
                choices={choices}
                columns={form.getValues().columns}
                hasFormFields={form.getValues().formFields === "1"}
                choose={(columns, forms) =>
                  form.setValues({ columns, formFields: forms ? "1" : "" })
                }
              />
            )}
          </Group>
        </Stack>
      </Panel>
    </form>
  );
}

interface FormProps {
  readonly form: UseFormReturnType<Values>;
}

function MoreFilters({ form }: FormProps) {
  const values = form.getValues();
  const isUsed = MORE_FILTERS.some((part) => values[part] !== "");
  const [opened, { toggle }] = useDisclosure(isUsed);
  const text = (name: ReportFilterName, label: string, maxLength: number) => (
    <TextInput label={label} maxLength={maxLength} {...form.getInputProps(name)} />
  );
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        aria-expanded={opened}
        rightSection={<Icon name={opened ? "up" : "down"} size={14} />}
        onClick={toggle}
      >
        More filters
      </Button>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md" pt="sm">
          {text("amount", "Exact amount", 10)}
          {text("amountMin", "Min. amount", 10)}
          {text("amountMax", "Max. amount", 10)}
          {text("transactionId", "Transaction ID", 12)}
          {text("name", "Customer name (? and * allowed)", 100)}
          {text("cashier", "Cashier (? and * allowed)", 100)}
          {text("customId", "Order number (? and * allowed)", 50)}
          {text("group", "Group (? and * allowed)", 25)}
        </SimpleGrid>
      </Collapse>
    </div>
  );
}

interface SubAccountsProps extends FormProps {
  readonly accounts: NonNullable<ReportChoices["subAccounts"]>;
}

/** For agents. The agent's own account is the default. */
function SubAccounts({ form, accounts }: SubAccountsProps) {
  const { value, onChange: _, ...props } = form.getInputProps("subAccounts");
  const chosen = value === "" ? [] : String(value).split(",");
  const set = (next: string[]) => {
    const isAll = next.includes(ALL) && !chosen.includes(ALL);
    const some = next.filter((one) => one !== ALL);
    form.setFieldValue("subAccounts", isAll ? ALL : some.join(","));
  };
  return (
    <MultiSelect
      label="Accounts"
      placeholder={chosen.length === 0 ? "Your own account" : undefined}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Your own account" }}
      data={[
        { value: ALL, label: "All sub-accounts" },
        ...accounts.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
      ]}
      value={chosen}
      onChange={set}
      {...props}
    />
  );
}
