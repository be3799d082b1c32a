/** Whether a form is on, and switching it. */
import { Button } from "@mantine/core";
import type { FormView } from "../../../../src/interfaces/console/business/contract.ts";
import { api } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { useAction } from "../../../parts/submit.tsx";
import { StateBadge } from "../../../parts/values.tsx";

const PATH = "/forms";

export function FormState({ isActive }: Pick<FormView, "isActive">) {
  return isActive ? (
    <StateBadge state="active" label="On" />
  ) : (
    <StateBadge state="off" tone="quiet" label="Switched off" />
  );
}

export function SwitchButton({ form: { name, isActive } }: { readonly form: FormView }) {
  const send = (next: boolean) => api.post(`${PATH}/${name}/switch`, { isActive: next });
  const on = useAction({ send: () => send(true), said: "The form is on.", refresh: [PATH] });
  if (!isActive) {
    return (
      <Button variant="light" loading={on.isPending} onClick={on.run}>
        Switch on
      </Button>
    );
  }
  return (
    <ConfirmButton
      label="Switch off"
      question="Switch this form off?"
      consequence="Its address answers as if it had never been there. Receipts and payments stay, and you can switch it on again."
      send={() => send(false)}
      said="The form is off."
      refresh={[PATH]}
    />
  );
}
