/** Sends again all that failed since a time, of one account or of every one. */
import { Button, Group, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { api } from "../../api.ts";
import { say } from "../../parts/notify.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: "1", label: "the last hour" },
  { value: "24", label: "the last day" },
  { value: "168", label: "the last week" },
];

export function ReplayFailed() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        Send failed ones again
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Send failed webhooks again"
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
      say(replayed === 1 ? "One is sent again." : `${replayed} are sent again.`);
      close();
    },
  });
  return (
    <form onSubmit={submit}>
      <FormTrouble trouble={trouble} />
      <NativeSelect
        label="Written in"
        data={SPANS}
        data-autofocus
        {...form.getInputProps("hours")}
      />
      <TextInput
        mt="sm"
        label="Account"
        description="Leave it empty for every account"
        placeholder="Account number"
        {...form.getInputProps("accountId")}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Send again
        </Button>
      </Group>
    </form>
  );
}
