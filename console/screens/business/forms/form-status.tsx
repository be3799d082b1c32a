/** Shows whether a form is enabled, and enables or disables it. */
import { Button } from "@mantine/core";
import type { FormView } from "../../../../src/interfaces/console/forms/contract.ts";
import { api } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { useAction } from "../../../parts/submit.tsx";
import { StateBadge } from "../../../parts/values.tsx";

const PATH = "/forms";

export function FormStatus({ isActive }: Pick<FormView, "isActive">) {
  return isActive ? (
    <StateBadge state="active" label="Enabled" />
  ) : (
    <StateBadge state="off" tone="quiet" label="Disabled" />
  );
}

export function EnableFormButton({ form: { name, isActive } }: { readonly form: FormView }) {
  const send = (next: boolean) => api.post(`${PATH}/${name}/switch`, { isActive: next });
  const on = useAction({
    send: () => send(true),
    successMessage: "Form enabled.",
    refresh: [PATH],
  });
  if (!isActive) {
    return (
      <Button variant="light" loading={on.isPending} onClick={on.run}>
        Enable
      </Button>
    );
  }
  return (
    <ConfirmButton
      label="Disable"
      question="Disable this form?"
      consequence="Customers can no longer open the form. Existing payments and receipts are kept, and you can enable it again."
      send={() => send(false)}
      successMessage="Form disabled."
      refresh={[PATH]}
    />
  );
}
