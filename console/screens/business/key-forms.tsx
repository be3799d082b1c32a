/** The forms about API keys: create one, replace one with an overlap, rename one. */
import { Button, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { AccessKey, NewAccessKey } from "../../../src/interfaces/console/business/contract.ts";
import { api } from "../../api.ts";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { Icon } from "../../parts/icons.tsx";
import { OVERLAP_CHOICES } from "../../parts/overlap-choices.ts";
import { FormError, useSubmit } from "../../parts/submit.tsx";

export const KEYS_PATH = "/settings/keys";
const NAME_MAX = 60;

export interface TakeKey {
  take(key: string): void;
}

export function CreateKey({ take }: TakeKey) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Create key
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Create key"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <CreateForm take={take} close={close} />
      </Modal>
    </>
  );
}

/** After a key was created: closes the dialog and shows the key. */
function showNewKey({ take, close }: TakeKey & { close(): void }) {
  const done = ({ accessKey }: NewAccessKey) => {
    close();
    take(accessKey);
  };
  return { refresh: [KEYS_PATH], done };
}

function CreateForm({ take, close }: TakeKey & { close(): void }) {
  const form = useForm({ initialValues: { name: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ name }) => api.post<NewAccessKey>(KEYS_PATH, { name, replaces: "none" }),
    ...showNewKey({ take, close }),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          The new key works immediately and is shown only once. Other keys stay active. To replace a
          key, use its menu.
        </Text>
        <TextInput
          label="Name"
          description="Where you use the key, such as Web shop."
          maxLength={NAME_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Create key" />
      </Stack>
    </form>
  );
}

export interface KeyFormProps {
  readonly apiKey: AccessKey;
  close(): void;
}

export function ReplaceForm({ apiKey, take, close }: KeyFormProps & TakeKey) {
  const form = useForm({ initialValues: { overlapHours: "24" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ overlapHours }) =>
      api.post<NewAccessKey>(KEYS_PATH, {
        replaces: apiKey.id,
        overlapHours: Number(overlapHours),
      }),
    ...showNewKey({ take, close }),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          The new key works immediately and is shown only once. Both keys work until the old one
          expires, so you can update your software without a break.
        </Text>
        <NativeSelect
          label="Keep the old key active for"
          data={OVERLAP_CHOICES}
          data-autofocus
          {...form.getInputProps("overlapHours")}
        />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Replace key" />
      </Stack>
    </form>
  );
}

export function RenameForm({ apiKey: { id, name = "" }, close }: KeyFormProps) {
  const form = useForm({ initialValues: { name } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch(`${KEYS_PATH}/${id}`, values),
    successMessage: "Key renamed.",
    refresh: [KEYS_PATH],
    done: close,
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          maxLength={NAME_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Rename" />
      </Stack>
    </form>
  );
}
