/** Marks something of a bank's file as resolved, with a note. */
import { Button, Group, Modal, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { api } from "../../api.ts";
import { FormError, useSubmit } from "../../parts/submit.tsx";

interface ResolveButtonProps {
  readonly path: string;
  readonly title: string;
  readonly placeholder: string;
  readonly refresh: readonly string[];
}

export function ResolveButton({ path, title, placeholder, refresh }: ResolveButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({ initialValues: { note: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post(path, values),
    successMessage: "Marked as resolved.",
    refresh,
    done: close,
  });
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={open}>
        Resolve
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit}>
          <Textarea
            label="Resolution"
            description="Saved here and in the audit log. Do not enter account numbers."
            placeholder={placeholder}
            autosize
            minRows={3}
            maxLength={500}
            data-autofocus
            {...form.getInputProps("note")}
          />
          <FormError trouble={trouble} />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Mark as resolved
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
