/** Reports that are sent by email: the list, and a form for a new one. */
import { Button, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type {
  Frequency,
  ReportFilters,
  ReportScheduleLine,
} from "../../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { FormButtons } from "../../../parts/form-buttons.tsx";
import { formatZone } from "../../../parts/formats.ts";
import { Icon } from "../../../parts/icons.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { FormError, useSubmit } from "../../../parts/submit.tsx";
import { Moment } from "../../../parts/values.tsx";
import { useSession } from "../../../session.tsx";
import { useClockNote } from "../../merchant/list/clock-note.ts";
import { withoutEmpty } from "./report-filters.ts";

const PATH = "/reports/schedules";

const FREQUENCIES: Readonly<Record<Frequency, string>> = {
  day: "Every day, about the day before",
  week: "Every Monday, about the week before",
  month: "On the first of a month, about the month before",
};

export function Schedules({ question }: { readonly question: ReportFilters }) {
  const { data, error, isPlaceholderData, refetch } =
    useReading<readonly ReportScheduleLine[]>(PATH);
  const [opened, { open, close }] = useDisclosure(false);
  const clock = useClockNote("business clock");
  const list = data && { items: data };
  return (
    <Panel
      flush
      title="Sent by email"
      description={`A link to the report, for users who can sign in. The email contains no payments. ${clock}`}
      actions={
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="mail" size={16} />}
          onClick={open}
        >
          Schedule this report
        </Button>
      }
    >
      <DataTable
        caption="Scheduled reports"
        columns={COLUMNS}
        reading={{ data: list, error, isPlaceholderData, refetch }}
        keyOf={({ id }) => id}
        empty={{
          icon: "mail",
          title: "No scheduled reports",
          next: "Set the filters above, then schedule this report.",
        }}
      />
      <Modal
        opened={opened}
        onClose={close}
        title="Schedule this report"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ScheduleForm question={question} close={close} />
      </Modal>
    </Panel>
  );
}

const COLUMNS: readonly Column<ReportScheduleLine>[] = [
  { id: "name", header: "Report", isFreeText: true, cell: ({ name }) => name },
  { id: "every", header: "When", cell: ({ every }) => FREQUENCIES[every] },
  { id: "recipient", header: "Recipient", isFreeText: true, cell: ({ recipient }) => recipient },
  { id: "next", header: "Next email", cell: ({ nextAt }) => <Moment at={nextAt} /> },
  {
    id: "last",
    header: "Last email",
    cell: ({ lastSentAt }) => (lastSentAt === null ? "—" : <Moment at={lastSentAt} />),
  },
  { id: "act", header: "", align: "end", cell: (line) => <DeleteSchedule {...line} /> },
];

function DeleteSchedule({ id, name, recipient }: ReportScheduleLine) {
  return (
    <ConfirmButton
      size="compact-sm"
      label="Delete"
      question={`Stop sending “${name}”?`}
      consequence={`${recipient} gets no more emails about this report. Links that were sent still work until they expire.`}
      send={() => api.delete(`${PATH}/${id}`)}
      successMessage="Schedule deleted."
      refresh={[PATH]}
    />
  );
}

interface ScheduleFormProps {
  readonly question: ReportFilters;
  close(): void;
}

function ScheduleForm({ question, close }: ScheduleFormProps) {
  const { timeZone = "UTC" } = useSession();
  const form = useForm({ initialValues: { name: "", every: "day", hour: "8" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ hour, ...values }) =>
      api.post(PATH, { ...values, hour: Number(hour), question: withoutEmpty(question) }),
    successMessage: "Report scheduled. You get the emails.",
    refresh: [PATH],
    done: close,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The filters and columns of this page are used. The schedule sets the period.
        </Text>
        <TextInput
          label="Name"
          placeholder="Daily payments"
          maxLength={60}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <NativeSelect
          label="When"
          data={Object.entries(FREQUENCIES).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps("every")}
        />
        <NativeSelect
          label={`Hour (${formatZone(timeZone)})`}
          description="The email is sent within the hour after it."
          data={HOURS}
          {...form.getInputProps("hour")}
        />
        <FormError trouble={trouble} />
        <FormButtons close={close} isPending={isPending} label="Schedule" />
      </Stack>
    </form>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));
