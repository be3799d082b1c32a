/** The URL and the events of a webhook endpoint. */
import { Checkbox, Group, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  Webhook,
  WebhookSaved,
  WebhookView,
} from "../../../src/interfaces/console/business/contract.ts";
import type { WebhookEvent } from "../../../src/interfaces/console/contract.ts";
import { api } from "../../api.ts";
import { Panel } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { EVENT_TEXTS } from "../../webhook-events.ts";
import { SaveRow } from "./save-row.tsx";
import { endpointApi, type WebhookPlace } from "./webhook-place.ts";

interface AddressAndEventsProps {
  readonly place: WebhookPlace;
  readonly view: WebhookView;
  /** Absent for a new endpoint. */
  readonly webhook?: Webhook;
  take(saved: WebhookSaved): void;
}

export function AddressAndEvents({
  place,
  view: { events, allowsHttp },
  webhook,
  take,
}: AddressAndEventsProps) {
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? "",
      isOn: webhook?.isOn ?? true,
      which: webhook?.events === undefined ? "all" : "some",
      events: [...(webhook?.events ?? events)] as string[],
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ url, isOn, which, events: some }) => {
      const settings = { url, isOn, events: which === "all" ? "all" : some };
      return webhook === undefined
        ? api.post<WebhookSaved>(`${place.api}/endpoints`, settings)
        : api.patch<WebhookSaved>(endpointApi(place, webhook.number), settings);
    },
    successMessage: "Webhook saved.",
    refresh: place.refresh,
    done: take,
  });
  const { which } = form.getValues();
  return (
    <form onSubmit={submit} noValidate>
      <Panel title="URL and events">
        <Stack gap="lg" maw="44rem">
          <TextInput
            label="URL"
            type="url"
            placeholder="https://shop.example/sixdoors"
            description={
              allowsHttp
                ? "Use https (or http in Test mode). The server must respond within 10 seconds."
                : "Use https. The server must respond within 10 seconds."
            }
            {...form.getInputProps("url")}
          />
          <Switch
            label="Send events to this URL"
            {...form.getInputProps("isOn", { type: "checkbox" })}
          />
          <Radio.Group label="Events" {...form.getInputProps("which")}>
            <Group gap="lg" mt={8}>
              <Radio value="all" label="All events, including future ones" />
              <Radio value="some" label="Selected events" />
            </Group>
          </Radio.Group>
          {which === "some" && <Events events={events} props={form.getInputProps("events")} />}
          <SaveRow
            label={webhook === undefined ? "Save and show secret" : "Save"}
            isPending={isPending}
            trouble={trouble}
          />
        </Stack>
      </Panel>
    </form>
  );
}

interface EventsProps {
  readonly events: readonly WebhookEvent[];
  readonly props: object;
}

function Events({ events, props }: EventsProps) {
  return (
    <Checkbox.Group label="Selected events" {...props}>
      <Stack gap={8} mt={8}>
        {events.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={event}
            description={EVENT_TEXTS[event].about}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
