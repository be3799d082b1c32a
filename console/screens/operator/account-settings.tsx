/** The settings of an account. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  AccountChoices,
  AccountDetail,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ReadOnlyUnless } from "../../parts/allowed.tsx";
import { notifySuccess } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { IdentityFields, PaymentFields } from "./account-fields.tsx";
import { type AccountValues, accountBody, accountValues } from "./account-values.ts";

export function AccountSettings(detail: AccountDetail) {
  const choices = useReading<AccountChoices>("/operator/choices");
  return (
    <WhenLoaded reading={choices}>
      {(data) => <SettingsForm detail={detail} choices={data} />}
    </WhenLoaded>
  );
}

interface SettingsFormProps {
  readonly detail: AccountDetail;
  readonly choices: AccountChoices;
}

function SettingsForm({ detail, choices }: SettingsFormProps) {
  const { account, parent, partner } = detail;
  const form = useForm<AccountValues>({ initialValues: accountValues(account) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      api.patch<AccountDetail>(`/operator/accounts/${account.id}`, accountBody(values)),
    refresh: ["/operator"],
    done: ({ account: saved, isHeld = false }) => {
      const held = "Some changes wait for a second operator. See Approvals.";
      notifySuccess(isHeld ? held : "Settings saved.");
      if (isHeld) form.setValues(accountValues(saved));
      form.resetDirty(accountValues(saved));
    },
  });
  const above = parent && { value: parent.id, label: `${parent.name} (${parent.id})` };
  const known = partner && { value: partner.id, label: `${partner.name} (${partner.reference})` };
  return (
    <form onSubmit={submit} noValidate>
      <ReadOnlyUnless needs="operator.administer">
        <Stack gap="lg" maw="46rem">
          <Panel title="Account">
            <IdentityFields form={form} choices={choices} parent={above} partner={known} />
          </Panel>
          <Panel title="Payments">
            <PaymentFields form={form} choices={choices} />
          </Panel>
          <FormError trouble={trouble} />
          <Group>
            <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
              Save
            </Button>
            <Text size="sm" c="dimmed">
              Changes are recorded in the audit log.
            </Text>
          </Group>
        </Stack>
      </ReadOnlyUnless>
    </form>
  );
}
