/** Resends all failed webhooks since a given time, for one account or all accounts. */
import { Button, Group, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { api } from "../../api.ts";
import { notifySuccess } from "../../parts/notify.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: "1", label: "The last hour" },
  { value: "24", label: "The last day" },
  { value: "168", label: "The last week" },
];

export function ReplayFailed() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        Resend failed
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Resend failed webhooks"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ReplayForm close={close} />
      </Modal>
    </>
  );
}

function ReplayForm({ close }: { readonly close: () => void }) {
  const form = useForm({ initialValues: { hours: "24", accountId: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ hours, accountId }: { hours: string; accountId: string }) => {
      const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
      return api.post<{ replayed: number }>("/certification/webhooks/replay", { since, accountId });
    },
    refresh: ["/certification/webhooks"],
    done: ({ replayed }) => {
      notifySuccess(replayed === 1 ? "Resending 1 webhook." : `Resending ${replayed} webhooks.`);
      close();
    },
  });
  return (
    <form onSubmit={submit}>
      <FormError trouble={trouble} />
      <NativeSelect
        label="Created in"
        data={SPANS}
        data-autofocus
        {...form.getInputProps("hours")}
      />
      <TextInput
        mt="sm"
        label="Account"
        description="Leave blank for all accounts"
        placeholder="Account number"
        {...form.getInputProps("accountId")}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Resend
        </Button>
      </Group>
    </form>
  );
}
