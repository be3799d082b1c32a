/** What was sent to a merchant's address, what became of it, and sending again what failed. */
import { Box, Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Delivery } from "../../../src/interfaces/console/business/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { api, useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { say } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";

const PATH = "/settings/webhook/deliveries";

const STATES = [
  { value: "waiting", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
  { value: "set_aside", label: "Set aside" },
];

const COLUMNS: readonly Column<Delivery>[] = [
  { id: "event", header: "Event", cell: ({ event }) => event },
  { id: "at", header: "Written", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: "transaction",
    header: "Transaction",
    cell: ({ transactionId }) => transactionId ?? "—",
  },
  { id: "state", header: "State", cell: (delivery) => <DeliveryBadge {...delivery} /> },
  { id: "tries", header: "Tries", align: "end", cell: ({ tries }) => tries },
  {
    id: "next",
    header: "Next try",
    cell: ({ state, dueAt }) => (state === "waiting" ? <Moment at={dueAt} /> : "—"),
  },
];

export function Deliveries() {
  const [{ state, transactionId, after }] = useUrlState({
    state: "",
    transactionId: "",
    after: "",
  });
  const reading = useReading<CursorPage<Delivery>>(PATH, { state, transactionId, before: after });
  return (
    <Panel
      flush
      title="Deliveries"
      description="Kept for 30 days, the newest first."
      actions={<ReplayFailed />}
    >
      <Box px="lg">
        <Filters names={["state", "transactionId"]}>
          <ChoiceFilter name="state" label="State" options={STATES} />
          <SearchFilter name="transactionId" label="Transaction" placeholder="Its 12 digits" />
        </Filters>
      </Box>
      <DataTable
        caption="Webhook deliveries"
        columns={COLUMNS}
        reading={reading}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `${PATH}/${id}`}
        empty={{
          icon: "webhook",
          title: "Nothing was sent",
          next: "Take a payment, or send a test event. If you have set filters, clear them.",
        }}
      />
    </Panel>
  );
}

export function DeliveryBadge({ state, setAsideWhy, tries }: Delivery) {
  if (setAsideWhy === "not_wanted") return <StateBadge state={state} label="Not chosen" />;
  if (state === "set_aside") return <StateBadge state={state} tone="bad" label="Set aside" />;
  const label = state === "waiting" && tries > 0 ? "Retrying" : undefined;
  return <StateBadge state={state} tone={label && "attention"} label={label} />;
}

function ReplayFailed() {
  const [opened, { open, close }] = useDisclosure(false);
  const { timeZone } = useSession();
  const form = useForm({ initialValues: { since: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post<{ count: number }>("/settings/webhook/replay", values),
    refresh: [PATH],
    done: ({ count }) => {
      close();
      say(count === 1 ? "One event is sent again." : `${count} events are sent again.`);
    },
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Send all failed again
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Send all failed again"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text size="sm">
              Everything written since then that was set aside or still waits to be retried is sent
              again, in its order.
            </Text>
            <TextInput
              type="datetime-local"
              label="Since"
              description={timeZone && `In the account's time zone, ${timeZone}.`}
              data-autofocus
              {...form.getInputProps("since")}
            />
            <FormTrouble trouble={trouble} />
            <FormButtons close={close} isPending={isPending} label="Send again" />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
