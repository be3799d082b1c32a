/** Where a form is found, and the secret that signs what comes back from it. */
import { Button, Group, Text } from "@mantine/core";
import type { FormView } from "../../../../src/interfaces/console/business/contract.ts";
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
          { name: "Address", value: <CopyValue value={address} label="Copy the form's address" /> },
          ...(isActive ? [{ name: "As customers see it", value: <OpenForm name={name} /> }] : []),
          ...(hasReturnSecret
            ? [{ name: "Return secret", value: <RotateSecret name={name} take={take} /> }]
            : []),
        ]}
      />
    </Panel>
  );
}

/** At this server, however it is called outside. */
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
      Open the form
    </Button>
  );
}

interface RotateSecretProps extends Pick<FormView, "name"> {
  take(made: { readonly returnSecret?: string }): void;
}

function RotateSecret({ name, take }: RotateSecretProps) {
  return (
    <Group gap="md">
      <Text size="sm">Signs the results that customers come back with.</Text>
      <ConfirmButton
        size="xs"
        label="Replace it"
        question="Replace the return secret?"
        consequence="The new one is shown once, and the old one ends at once: results cannot be checked with it any more."
        send={() => api.post<{ returnSecret: string }>(`${PATH}/${name}/secret`)}
        refresh={[PATH]}
        done={take}
      />
    </Group>
  );
}
