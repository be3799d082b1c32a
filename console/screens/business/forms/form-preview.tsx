/** A preview of the payment form. Nothing in it can be used. */
import { Box, Group, Paper, Radio, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { formatAmount } from "../../../parts/formats.ts";
import { useSession } from "../../../session.tsx";
import { centsOrNaN, type FormValues } from "./form-values.ts";

export function FormPreview({ values }: { readonly values: FormValues }) {
  const { person } = useSession();
  return (
    <Box className="sd-preview" aria-hidden="true" inert>
      <Paper className="sd-panel" p="lg">
        <Stack gap="md">
          <div>
            <Text size="sm" c="dimmed">
              {person.home?.name}
            </Text>
            <Text fw={650} fz="lg" className="sd-wrap">
              {values.title.trim() || "Form title"}
            </Text>
          </div>
          <AmountPreview values={values} />
          {values.methods.length > 1 && (
            <SegmentedControl fullWidth size="xs" data={["Card", "Bank account"]} />
          )}
          <TextInput
            size="xs"
            label={values.methods[0] === "ach" ? "Routing number" : "Card number"}
          />
          {values.reportableFields.map((field) => (
            <TextInput key={field} size="xs" label={`${field} (optional)`} />
          ))}
          <Box className="sd-preview-button">Pay</Box>
        </Stack>
      </Paper>
    </Box>
  );
}

function AmountPreview({ values }: { readonly values: FormValues }) {
  const currency = useSession().currency ?? "USD";
  const amount = (text: string) => {
    const cents = centsOrNaN(text);
    return Number.isNaN(cents) ? "…" : formatAmount(cents, currency);
  };
  switch (values.amountKind) {
    case "fixed":
      return (
        <Text fw={650} fz="xl" className="sd-amount">
          {amount(values.fixed)}
        </Text>
      );
    case "chosen":
      return (
        <Group gap="md">
          {values.choices.map((choice, at) => (
            <Radio key={choice} size="xs" label={amount(choice)} checked={at === 0} readOnly />
          ))}
        </Group>
      );
    case "free":
      return (
        <TextInput
          size="xs"
          label="Amount"
          description={`${amount(values.least)} to ${amount(values.most)}`}
        />
      );
  }
}
