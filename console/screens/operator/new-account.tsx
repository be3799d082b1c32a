/** Creates an account. Its API key is shown once on the same screen. */
import { Button, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type {
  AccountChoices,
  CreatedAccount,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { Secret } from "../../parts/copy.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { IdentityFields, PaymentFields } from "./account-fields.tsx";
import { type AccountForm, type AccountValues, accountBody } from "./account-values.ts";

const CRUMBS = [{ label: "Accounts", to: "/accounts" }];

export function NewAccount() {
  const [created, setCreated] = useState<CreatedAccount>();
  const choices = useReading<AccountChoices>("/operator/choices");
  return (
    <>
      <PageHeader
        title={created === undefined ? "Create account" : `Account ${created.id} created`}
        description="The account and its API key work immediately in all APIs."
        crumbs={CRUMBS}
      />
      {created === undefined ? (
        <WhenLoaded reading={choices}>
          {(data) => <NewAccountForm choices={data} done={setCreated} />}
        </WhenLoaded>
      ) : (
        <Created {...created} />
      )}
    </>
  );
}

function Created({ id, accessKey }: CreatedAccount) {
  const [isTaken, setTaken] = useState(false);
  return (
    <Stack gap="lg">
      {!isTaken && <Secret name="API key" value={accessKey} done={() => setTaken(true)} />}
      <Group>
        <ButtonLink to={`/accounts/${id}`} variant={isTaken ? "filled" : "default"}>
          View account
        </ButtonLink>
        <ButtonLink to={`/accounts/${id}?tab=users`} variant="default">
          Invite its first admin
        </ButtonLink>
      </Group>
    </Stack>
  );
}

type NewValues = AccountValues & { readonly id: string; readonly currency: string };

interface NewAccountFormProps {
  readonly choices: AccountChoices;
  done(created: CreatedAccount): void;
}

function NewAccountForm({ choices, done }: NewAccountFormProps) {
  const form = useForm<NewValues>({ initialValues: initialValues(choices) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ id, currency, ...values }) =>
      api.post<CreatedAccount>("/operator/accounts", { id, currency, ...accountBody(values) }),
    refresh: ["/operator/accounts"],
    done,
  });
  // The fields of an existing account are a subset of these.
  const fields = form as unknown as AccountForm;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw="46rem">
        <Panel title="Account">
          <Stack gap="md">
            <IdentityFields form={fields} choices={choices} />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Select
                label="Currency"
                description="Cannot be changed later."
                searchable
                required
                limit={60}
                data={choices.currencies}
                {...form.getInputProps("currency")}
              />
              <TextInput
                label="Account number"
                description="Leave blank for the next free number."
                inputMode="numeric"
                maxLength={12}
                {...form.getInputProps("id")}
              />
            </SimpleGrid>
          </Stack>
        </Panel>
        <Panel title="Payments">
          <PaymentFields form={fields} choices={choices} />
        </Panel>
        <FormError trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending}>
            Create account
          </Button>
          <ButtonLink to="/accounts" variant="default">
            Cancel
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}

function initialValues({ cardProcessors, timeZones }: AccountChoices): NewValues {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    id: "",
    currency: "USD",
    name: "",
    timeZone: timeZones.includes(own) ? own : "America/New_York",
    isAgent: false,
    parentId: "",
    partnerId: "",
    receiptEmail: "",
    cardProcessor: cardProcessors[0] ?? "",
    cardMerchantId: "",
    cardTerminalId: "",
    cardCategoryCode: "",
    achProcessor: "",
    achSecCode: "WEB",
    achSameDay: false,
    achAddenda: false,
    achPrenotes: false,
    achReturnStop: false,
    allowsCredit: false,
    allowsFreeCredit: false,
    appliesAchChanges: true,
    achRetryDays: 0,
    declinesAvs: [],
    declinesCvv: [],
    authorizationDays: 7,
    duplicateMinutes: 0,
    dualControl: false,
    creditApproval: "",
  };
}
