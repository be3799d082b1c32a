/** The webhook deliveries of a merchant, and resending the failed ones. */
import { Box, Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Delivery } from "../../../src/interfaces/console/business/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { api, useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { formatZone } from "../../parts/formats.ts";
import { notifySuccess } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { useClockNote } from "../merchant/list/clock-note.ts";

const PATH = "/settings/webhook/deliveries";

const STATES = [
  { value: "waiting", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "set_aside", label: "Failed" },
];

const COLUMNS: readonly Column<Delivery>[] = [
  { id: "event", header: "Event", cell: ({ event }) => event },
  { id: "endpoint", header: "Endpoint", align: "end", cell: ({ endpoint }) => endpoint },
  { id: "at", header: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: "transaction",
    header: "Transaction",
    cell: ({ transactionId }) => transactionId ?? "—",
  },
  { id: "state", header: "Status", cell: (delivery) => <DeliveryBadge {...delivery} /> },
  { id: "tries", header: "Attempts", align: "end", cell: ({ tries }) => tries },
  {
    id: "next",
    header: "Next attempt",
    cell: ({ state, dueAt }) => (state === "waiting" ? <Moment at={dueAt} /> : "—"),
  },
];

/** Of one endpoint, or of all. */
export function Deliveries({ endpoint }: { readonly endpoint?: number }) {
  const [{ state, transactionId, after }] = useUrlState({
    state: "",
    transactionId: "",
    after: "",
  });
  const asked = {
    state,
    transactionId,
    ...(endpoint !== undefined && { endpoint: String(endpoint) }),
  };
  const reading = useReading<CursorPage<Delivery>>(PATH, { ...asked, before: after });
  const clock = useClockNote("wall clock");
  return (
    <Panel
      flush
      title="Deliveries"
      description={`Kept for 30 days, newest first. ${clock}`}
      actions={<ReplayFailed endpoint={endpoint} />}
    >
      <Box px="lg">
        <Filters names={["state", "transactionId"]}>
          <ChoiceFilter name="state" label="Status" options={STATES} />
          <SearchFilter name="transactionId" label="Transaction ID" placeholder="12 digits" />
        </Filters>
      </Box>
      <DataTable
        caption="Webhook deliveries"
        exports={{ path: PATH, params: asked }}
        columns={COLUMNS}
        reading={reading}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `${PATH}/${id}`}
        empty={{
          icon: "webhook",
          title: "No deliveries",
          next: "Take a payment or send a test event. If filters are set, clear them.",
        }}
      />
    </Panel>
  );
}

export function DeliveryBadge({ state, failureReason, tries }: Delivery) {
  if (failureReason === "not_wanted") return <StateBadge state={state} label="Not subscribed" />;
  if (state === "set_aside") return <StateBadge state={state} tone="bad" label="Failed" />;
  const label = state === "waiting" && tries > 0 ? "Retrying" : undefined;
  return <StateBadge state={state} tone={label && "attention"} label={label} />;
}

/** Of one endpoint, or of all. */
function ReplayFailed({ endpoint }: { readonly endpoint: number | undefined }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { timeZone } = useSession();
  const form = useForm({ initialValues: { since: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      api.post<{ count: number }>("/settings/webhook/replay", { ...values, endpoint }),
    refresh: [PATH],
    done: ({ count }) => {
      close();
      notifySuccess(count === 1 ? "Resending 1 event." : `Resending ${count} events.`);
    },
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Resend failed
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Resend failed events"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text size="sm">
              {endpoint === undefined
                ? "Resends all events since this time that failed or are still being retried, in their original order."
                : "Resends all events to this endpoint since this time that failed or are still being retried, in their original order."}
            </Text>
            <TextInput
              type="datetime-local"
              label="Since"
              description={timeZone && `In your account's time zone (${formatZone(timeZone)}).`}
              data-autofocus
              {...form.getInputProps("since")}
            />
            <FormError trouble={trouble} />
            <FormButtons close={close} isPending={isPending} label="Resend" />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
