/** Where webhooks go and which events they tell of. */
import { Checkbox, Group, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  WebhookSaved,
  WebhookView,
} from "../../../src/interfaces/console/business/contract.ts";
import { api } from "../../api.ts";
import { Panel } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { SaveRow } from "./save-row.tsx";

const PATH = "/settings/webhook";

const ABOUT: Readonly<Record<string, string>> = {
  "transaction.approved": "a payment, refund or credit was approved",
  "transaction.declined": "it was declined",
  "transaction.failed": "a request was refused, or its outcome is not known yet",
  "transaction.reconciled": "an outcome that came later",
  "transaction.settled": "a batch took it, or nobody returned the ACH entry",
  "transaction.reversed": "an authorization lapsed",
  "transaction.returned": "an ACH entry came back",
  "transaction.rejected": "the network rejected an ACH entry",
  "transaction.changed": "a bank told that bank details have changed",
};

interface AddressAndEventsProps {
  readonly view: WebhookView;
  take(saved: WebhookSaved): void;
}

export function AddressAndEvents({
  view: { webhook, events, allowsHttp },
  take,
}: AddressAndEventsProps) {
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? "",
      isOn: webhook?.isOn ?? true,
      which: webhook?.events === undefined ? "all" : "some",
      events: [...(webhook?.events ?? events)],
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ url, isOn, which, events: some }) =>
      api.patch<WebhookSaved>(PATH, { url, isOn, events: which === "all" ? "all" : some }),
    said: "The webhook is saved.",
    refresh: [PATH],
    done: take,
  });
  const { which } = form.getValues();
  return (
    <form onSubmit={submit} noValidate>
      <Panel title="Address and events">
        <Stack gap="lg" maw="44rem">
          <TextInput
            label="Address"
            type="url"
            placeholder="https://shop.example/sixdoors"
            description={
              allowsHttp
                ? "https, or http here in certification. It must answer within 10 seconds."
                : "https only. It must answer within 10 seconds."
            }
            {...form.getInputProps("url")}
          />
          <Switch
            label="Deliver to this address"
            {...form.getInputProps("isOn", { type: "checkbox" })}
          />
          <Radio.Group label="Events" {...form.getInputProps("which")}>
            <Group gap="lg" mt={8}>
              <Radio value="all" label="All, and new kinds as they come" />
              <Radio value="some" label="Only some" />
            </Group>
          </Radio.Group>
          {which === "some" && <Events events={events} props={form.getInputProps("events")} />}
          <SaveRow
            label={webhook === undefined ? "Save and show the secret" : "Save"}
            isPending={isPending}
            trouble={trouble}
          />
        </Stack>
      </Panel>
    </form>
  );
}

function Events({ events, props }: { readonly events: readonly string[]; readonly props: object }) {
  return (
    <Checkbox.Group label="Send these" {...props}>
      <Stack gap={8} mt={8}>
        {events.map((event) => (
          <Checkbox key={event} value={event} label={event} description={ABOUT[event]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
