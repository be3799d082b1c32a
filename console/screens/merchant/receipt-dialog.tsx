/** Sends a receipt again, to the customer's address or another. */
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";

interface ReceiptDialogProps {
  readonly transactionId: string;
  readonly email: string | null;
  close(): void;
}

export function ReceiptDialog({ transactionId, email, close }: ReceiptDialogProps) {
  useFocusBack();
  const form = useForm({ mode: "uncontrolled", initialValues: { to: email ?? "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post(`/merchant/transactions/${transactionId}/receipts`, values),
    said: "The receipt is on its way.",
    refresh: ["/merchant/transactions"],
    done: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title="Send the receipt"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            key={form.key("to")}
            label="E-mail address"
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("to")}
          />
          <FormTrouble trouble={trouble} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
