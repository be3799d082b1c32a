/** The date filter of a report: which date, and a preset, a range, one day or a pattern. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type {
  DateKind,
  ReportChoices,
} from "../../../../src/interfaces/console/business/contract.ts";
import type { PeriodType, Values } from "./report-filters.ts";

const KINDS: readonly { value: DateKind | ""; label: string }[] = [
  { value: "", label: "Payment date" },
  { value: "batch", label: "Batch date (US Central)" },
  { value: "action", label: "ACH update (settled or returned)" },
  { value: "settled", label: "ACH settlement date" },
];

const PRESETS: Readonly<Record<string, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  last_7_days: "Last 7 days",
  this_month: "This month",
  last_month: "Last month",
  this_year: "This year",
};

const WAYS: readonly { value: PeriodType; label: string }[] = [
  { value: "range", label: "Date range" },
  { value: "day", label: "Single day" },
  { value: "pattern", label: "Pattern or exact time" },
  { value: "moments", label: "Exact time range" },
];

interface DateFieldsProps {
  readonly form: UseFormReturnType<Values>;
  readonly choices: ReportChoices | undefined;
}

export function DateFields({ form, choices }: DateFieldsProps) {
  const { way, preset } = form.getValues();
  const presets = (choices?.presets ?? []).map(({ name, first, last }) => ({
    value: `preset:${name}`,
    label: `${PRESETS[name]} (${first === last ? first : `${first} to ${last}`})`,
  }));
  const known = presets.length > 0 ? presets : [{ value: `preset:${preset}`, label: "…" }];
  const choose = (value: string) => {
    const [, name] = value.split(":");
    if (name === undefined) form.setFieldValue("way", value as PeriodType);
    else form.setValues({ way: "preset", preset: name });
  };
  return (
    <>
      <NativeSelect label="Date type" data={[...KINDS]} {...form.getInputProps("dateKind")} />
      <NativeSelect
        label="Period"
        value={way === "preset" ? `preset:${preset}` : way}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={[
          { group: "Relative", items: known },
          { group: "Specific", items: [...WAYS] },
        ]}
      />
      <Days form={form} way={way} />
    </>
  );
}

function Days({
  form,
  way,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly way: PeriodType;
}) {
  switch (way) {
    case "preset":
      return null;
    case "range":
      return (
        <>
          <TextInput type="date" label="From" {...form.getInputProps("startDate")} />
          <TextInput type="date" label="To (inclusive)" {...form.getInputProps("endDate")} />
        </>
      );
    case "moments":
      return (
        <>
          <TextInput
            label="From"
            placeholder="2026-11-30 14:00:00+00:00"
            maxLength={25}
            {...form.getInputProps("startDate")}
          />
          <TextInput
            label="To (inclusive)"
            placeholder="2026-11-30 15:00:00+00:00"
            maxLength={25}
            {...form.getInputProps("endDate")}
          />
        </>
      );
    case "day":
      return <TextInput type="date" label="Day" {...form.getInputProps("day")} />;
    case "pattern":
      return (
        <TextInput
          label="Pattern"
          description="? matches one character, * any number of characters"
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder="2026-11-?? or 2026-11-30 14:*:*"
          maxLength={25}
          {...form.getInputProps("day")}
        />
      );
  }
}
