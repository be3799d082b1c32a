/** Simulates a bank's response to an entry: a return or a notification of change. */
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  AchCodes,
  AchEntryDetails,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, useReading } from "../../api.ts";
import { FormError, useSubmit } from "../../parts/submit.tsx";

export interface EntryAt {
  readonly entry: AchEntryDetails;
  /** Its address in the console API. */
  readonly path: string;
}

function useCodes(): AchCodes {
  const { data } = useReading<AchCodes>("/certification/ach/codes");
  return data ?? { returns: [], changes: [], banks: [] };
}

export function ReturnForm({ path }: EntryAt) {
  const { returns } = useCodes();
  const form = useForm({ initialValues: { code: "R01" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values: { code: string }) => api.post<AchEntryDetails>(`${path}/return`, values),
    successMessage: "Entry returned.",
    refresh: ["/certification"],
  });
  const options = returns.map(({ code, meaning }) => ({
    value: code,
    label: `${code} ${meaning}`,
  }));
  return (
    <form onSubmit={submit}>
      <FormError trouble={trouble} />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NativeSelect
          flex={1}
          miw={0}
          label="Return code"
          data={options.length === 0 ? ["R01"] : options}
          {...form.getInputProps("code")}
        />
        <Button type="submit" variant="light" color="red" loading={isPending}>
          Return
        </Button>
      </Group>
    </form>
  );
}

export function ChangeForm({ path }: EntryAt) {
  const { changes } = useCodes();
  const form = useForm({ initialValues: { code: "C01", corrected: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values: { code: string; corrected: string }) =>
      api.post<AchEntryDetails>(`${path}/change`, values),
    successMessage: "Notification of change sent to the merchant.",
    refresh: ["/certification"],
  });
  const chosen = changes.find(({ code }) => code === form.getValues().code);
  const pieces = chosen?.pieces ?? [];
  const options = changes.map(({ code, meaning }) => ({
    value: code,
    label: `${code} ${meaning}`,
  }));
  return (
    <form onSubmit={submit}>
      <FormError trouble={trouble} />
      <NativeSelect
        label="Change code"
        data={options.length === 0 ? ["C01"] : options}
        {...form.getInputProps("code")}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap" mt="xs">
        <TextInput
          flex={1}
          label="Corrected data"
          placeholder={pieces.join(", then ")}
          disabled={pieces.length === 0}
          autoComplete="off"
          {...form.getInputProps("corrected")}
        />
        <Button type="submit" variant="default" loading={isPending}>
          Send notification of change
        </Button>
      </Group>
    </form>
  );
}
