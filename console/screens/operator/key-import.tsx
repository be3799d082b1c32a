/** The two steps of a key import. Typed values are discarded after sending. */
import { Alert, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { BaseKeyRow } from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { Icon } from "../../parts/icons.tsx";
import { NOT_STORED } from "../../parts/not-stored.ts";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { ComponentFields, clearingComponent, Dialog } from "./key-component.tsx";
import { formatKeyType } from "./key-types.ts";

const PATH = "/operator/keys";

export interface KeptKey {
  readonly name: string;
  readonly checkValue: string;
  readonly isComplete: boolean;
}

export function ImportResult({ name, checkValue, isComplete, done }: KeptKey & { done(): void }) {
  return (
    <Alert
      color="tide"
      className="sd-alert"
      icon={<Icon name="check" />}
      title={isComplete ? `${name} is complete and active` : `First component of ${name} saved`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={done}
    >
      <Group gap={6}>
        {isComplete
          ? "Key check value:"
          : "A different operator must enter the second component. Key check value:"}
        <CopyValue value={checkValue} label="Copy key check value" />
      </Group>
    </Alert>
  );
}

interface StartProps {
  readonly kinds: readonly string[];
  kept(key: KeptKey): void;
}

export function StartButton({ kinds, kept }: StartProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
        Import key
      </Button>
      <Dialog opened={opened} close={close} title="Import key: first component">
        <StartForm kinds={kinds} kept={kept} close={close} />
      </Dialog>
    </>
  );
}

function StartForm({ kinds, kept, close }: StartProps & { close(): void }) {
  const initialValues = { name: "", kind: kinds[0] ?? "", ksi: "", component: "", checkValue: "" };
  const form = useForm({ initialValues });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => clearingComponent(form, api.post<{ checkValue: string }>(PATH, values)),
    refresh: [PATH],
    done: ({ checkValue }) => {
      kept({ name: form.getValues().name, checkValue, isComplete: false });
      close();
    },
  });
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Letters, digits, dots and hyphens."
          required
          maxLength={64}
          data-autofocus
          {...NOT_STORED}
          {...form.getInputProps("name")}
        />
        <Select
          label="Key type"
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: formatKeyType(value) }))}
          {...form.getInputProps("kind")}
        />
        <TextInput
          label="Key set identifier (KSI)"
          description="The first hex digits of the key serial numbers (KSN) that use this key. Leave blank for all others."
          maxLength={16}
          {...NOT_STORED}
          {...form.getInputProps("ksi")}
        />
        <ComponentFields form={form} />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Save first component" />
      </Stack>
    </form>
  );
}

interface FinishProps {
  readonly entry: BaseKeyRow;
  kept(key: KeptKey): void;
}

export function FinishButton({ entry, kept }: FinishProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" onClick={open}>
        Enter second component
      </Button>
      <Dialog opened={opened} close={close} title={`${entry.name}: second component`}>
        <FinishForm entry={entry} kept={kept} close={close} />
      </Dialog>
    </>
  );
}

function FinishForm({ entry, kept, close }: FinishProps & { close(): void }) {
  const { name, kind, ksi, startedBy, checkValue: firstCheck } = entry;
  const form = useForm({ initialValues: { component: "", checkValue: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => {
      const path = `${PATH}/${encodeURIComponent(name)}/finish`;
      return clearingComponent(form, api.post<{ checkValue: string }>(path, values));
    },
    refresh: [PATH],
    done: ({ checkValue }) => {
      kept({ name, checkValue, isComplete: true });
      close();
    },
  });
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {startedBy} entered the first component of this {formatKeyType(kind)} key
          {ksi === null ? "" : ` for KSI ${ksi}`}. Its check value is <code>{firstCheck}</code>.
        </Text>
        <ComponentFields form={form} />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Complete key" />
      </Stack>
    </form>
  );
}
