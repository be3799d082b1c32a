/** Due inspections by day: a month on a wide screen, a list of days on a phone. */
import { Button, Group, Text } from "@mantine/core";
import type { InspectionCalendar } from "../../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../../api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Filters } from "../../../parts/filters.tsx";
import { formatCount } from "../../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../../parts/link.tsx";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { StateBadge } from "../../../parts/values.tsx";
import { WhenLoaded } from "../../../parts/when-loaded.tsx";
import { useMay } from "../../../session.tsx";
import { useUrlState } from "../../../url-state.ts";
import { LookupFilter } from "../pieces/lookup.tsx";
import { countDevices } from "../pieces/texts.tsx";
import { formatDay, formatMonth, listDays, moveMonth } from "./month.ts";

type Day = InspectionCalendar["days"][number];

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function Calendar() {
  const [url] = useUrlState({ month: "", partner: "", client: "" });
  const reading = useReading<InspectionCalendar>("/management/inspections/calendar", url);
  const mayAttest = useMay("attestations");
  const isPartner = useMay("management.tree");
  return (
    <>
      <PageHeader
        title="Inspection calendar"
        crumbs={[{ label: "Due inspections", to: "/management/inspections" }]}
        description="The days on which inspections are due, in UTC."
        actions={
          mayAttest && <ButtonLink to="/management/attest?by=scan">Scan and attest</ButtonLink>
        }
      />
      {isPartner && (
        <Filters names={["partner", "client"]}>
          <LookupFilter name="partner" kind="partners" label="Partner" />
          <LookupFilter name="client" kind="clients" label="Client" />
        </Filters>
      )}
      <WhenLoaded reading={reading}>{(calendar) => <Month calendar={calendar} />}</WhenLoaded>
    </>
  );
}

function Month({ calendar }: { readonly calendar: InspectionCalendar }) {
  const { month, today, days, overdue } = calendar;
  const byDate = new Map(days.map((day) => [day.date, day]));
  const total = days.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <Panel
      flush
      title={formatMonth(month)}
      description={`${countDevices(total)} due this month`}
      actions={<MonthButtons month={month} today={today} />}
    >
      {overdue > 0 && (
        <Group px="lg" pb="sm" gap="xs">
          <StateBadge state="overdue" tone="bad" label={`${formatCount(overdue)} overdue`} />
          <TextLink to="/management/inspections">View all overdue inspections</TextLink>
        </Group>
      )}
      <ol className="sd-calendar" aria-label={formatMonth(month)}>
        {WEEKDAYS.map((name) => (
          <li key={name} className="sd-weekday" aria-hidden="true">
            {name.slice(0, 3)}
          </li>
        ))}
        {listDays(month).map(({ key, date }) => {
          if (date === null) return <li key={key} data-empty="" aria-hidden="true" />;
          const state = date === today ? "today" : date < today ? "past" : "later";
          return <DayCell key={key} date={date} state={state} due={byDate.get(date)} />;
        })}
      </ol>
      {total === 0 && (
        <EmptyState
          icon="shield"
          title="No inspections due in this month"
          next="Choose another month."
        />
      )}
    </Panel>
  );
}

function MonthButtons({ month, today }: Pick<InspectionCalendar, "month" | "today">) {
  const [, setUrl] = useUrlState({ month: "" });
  const show = (next: string) => setUrl({ month: next === today.slice(0, 7) ? "" : next });
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => show(moveMonth(month, -1))}>
        Previous
      </Button>
      <Button size="xs" variant="default" onClick={() => show(today.slice(0, 7))}>
        Today
      </Button>
      <Button size="xs" variant="default" onClick={() => show(moveMonth(month, 1))}>
        Next
      </Button>
    </Group>
  );
}

interface DayCellProps {
  readonly date: string;
  readonly state: "past" | "today" | "later";
  readonly due: Day | undefined;
}

function DayCell({ date, state, due }: DayCellProps) {
  return (
    <li
      {...(due === undefined && { "data-empty": "" })}
      {...(state === "today" && { "data-today": "" })}
    >
      <span className="sd-day-name">
        <span>{state === "today" ? `Today, ${formatDay(date)}` : formatDay(date)}</span>
        <span aria-hidden="true">{Number(date.slice(8))}</span>
      </span>
      {due !== undefined && <DueOnDay date={date} due={due} isOver={state === "past"} />}
    </li>
  );
}

interface DueOnDayProps {
  readonly date: string;
  readonly due: Day;
  readonly isOver: boolean;
}

function DueOnDay({ date, due: { devices, clients, largest }, isOver }: DueOnDayProps) {
  const [{ partner, client }] = useUrlState({ partner: "", client: "" });
  const list = new URLSearchParams({ on: date, partner, client });
  const more = clients - largest.length;
  return (
    <>
      <TextLink to={`/management/inspections?${list}`}>{countDevices(devices)}</TextLink>{" "}
      {isOver && <StateBadge state="overdue" tone="bad" />}
      {largest.map(({ id, name, devices: count }) => (
        <small key={id}>
          {name} ({formatCount(count)})
        </small>
      ))}
      {more > 0 && <Text component="small">and {formatCount(more)} more clients</Text>}
    </>
  );
}
