/** The address of a payment form, and the secret that signs its results. */
import { Button, Group, Text } from "@mantine/core";
import type { FormView } from "../../../../src/interfaces/console/forms/contract.ts";
import { api } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { CopyValue } from "../../../parts/copy.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Facts, Panel } from "../../../parts/panel.tsx";

const PATH = "/forms";

interface AddressPanelProps {
  readonly form: FormView;
  take(made: { readonly returnSecret?: string }): void;
}

export function AddressPanel({ form, take }: AddressPanelProps) {
  const { address, isActive, hasReturnSecret, name } = form;
  return (
    <Panel>
      <Facts
        facts={[
          { name: "Form URL", value: <CopyValue value={address} label="Copy form URL" /> },
          ...(isActive ? [{ name: "Preview", value: <OpenForm name={name} /> }] : []),
          ...(hasReturnSecret
            ? [{ name: "Return secret", value: <RotateSecret name={name} take={take} /> }]
            : []),
        ]}
      />
    </Panel>
  );
}

/** On this server, whatever its public host name is. */
function OpenForm({ name }: Pick<FormView, "name">) {
  return (
    <Button
      component="a"
      href={`/pay/${name}`}
      target="_blank"
      rel="noreferrer"
      variant="default"
      size="xs"
      rightSection={<Icon name="outside" size={13} />}
    >
      Open form
    </Button>
  );
}

interface RotateSecretProps extends Pick<FormView, "name"> {
  take(made: { readonly returnSecret?: string }): void;
}

function RotateSecret({ name, take }: RotateSecretProps) {
  return (
    <Group gap="md">
      <Text size="sm">Signs the result that customers bring back to your site.</Text>
      <ConfirmButton
        size="xs"
        label="Replace secret"
        question="Replace the return secret?"
        consequence="The new secret is shown once. The old secret stops working immediately."
        send={() => api.post<{ returnSecret: string }>(`${PATH}/${name}/secret`)}
        refresh={[PATH]}
        done={take}
      />
    </Group>
  );
}
