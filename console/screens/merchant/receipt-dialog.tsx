/** Sends a receipt again, to the customer's email address or another one. */
import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

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
    successMessage: "Receipt sent.",
    refresh: ["/merchant/transactions"],
    done: close,
  });
  return (
    <Modal opened onClose={close} title="Send receipt" closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            key={form.key("to")}
            label="Email address"
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("to")}
          />
          <FormError trouble={trouble} />
          <FormButtons close={close} isPending={isPending} label="Send receipt" />
        </Stack>
      </form>
    </Modal>
  );
}
