/** The bank account verification settings of an account. Only operators turn it on. */
import {
  Button,
  Checkbox,
  Divider,
  Group,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  AccountChoices,
  AccountDetail,
  AccountVerificationView,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ReadOnlyUnless } from "../../parts/allowed.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { BankBlocks } from "../business/bank-blocks.tsx";

/** Always verified if verification is on (F, settings). */
const FIXED = "WEB";

export function AccountVerification({ id }: AccountDetail["account"]) {
  const reading = useReading<{ settings?: AccountVerificationView }>(
    `/operator/accounts/${id}/verification`,
  );
  const choices = useReading<AccountChoices>("/operator/choices");
  return (
    <WhenLoaded reading={reading}>
      {({ settings }) =>
        settings === undefined ? (
          <NoProcessor id={id} />
        ) : (
          <WhenLoaded reading={choices}>
            {(data) => (
              <Stack gap="lg">
                <VerificationForm id={id} settings={settings} choices={data} />
                <BankBlocks
                  path={`/operator/accounts/${id}/bank-blocks`}
                  needs="operator.administer"
                />
              </Stack>
            )}
          </WhenLoaded>
        )
      }
    </WhenLoaded>
  );
}

function NoProcessor({ id }: { readonly id: string }) {
  return (
    <Panel>
      <EmptyState
        title="ACH is not enabled"
        next="Bank accounts can be verified only if the account has an ACH processor."
        icon="bank"
        action={
          <ButtonLink to={`/accounts/${id}?tab=settings`} variant="default">
            Choose an ACH processor
          </ButtonLink>
        }
      />
    </Panel>
  );
}

interface VerificationFormProps {
  readonly id: string;
  readonly settings: AccountVerificationView;
  readonly choices: AccountChoices;
}

function VerificationForm({ id, settings, choices }: VerificationFormProps) {
  const form = useForm({ initialValues: { ...settings, secCodes: [...settings.secCodes] } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch(`/operator/accounts/${id}/verification`, values),
    successMessage: "Verification settings saved.",
    refresh: [`/operator/accounts/${id}/verification`],
    done: () => form.resetDirty(),
  });
  return (
    <form onSubmit={submit} noValidate>
      <ReadOnlyUnless needs="operator.administer">
        <Stack gap="lg" maw="46rem">
          <Panel title="Bank account verification">
            <Stack gap="lg">
              <Switch
                label="Verify bank accounts"
                description="Only operators can turn this on or off. Merchants choose what is verified."
                {...form.getInputProps("isEnabled", { type: "checkbox" })}
              />
              <Divider />
              <SecCodes choices={choices} {...form.getInputProps("secCodes")} />
              <Select
                label="How often to verify the same bank account"
                allowDeselect={false}
                data={choices.frequencies.map((value) => ({ value, label: frequencyLabel(value) }))}
                {...form.getInputProps("frequency")}
              />
              <Coverage form={form} />
              <Radio.Group
                label="If the verification service is unavailable"
                {...form.getInputProps("whenUnavailable")}
              >
                <Group mt="xs">
                  <Radio value="decline" label="Decline the payment" />
                  <Radio value="accept" label="Accept the payment without verification" />
                </Group>
              </Radio.Group>
            </Stack>
          </Panel>
          <FormError trouble={trouble} />
          <Group>
            <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </ReadOnlyUnless>
    </form>
  );
}

interface SecCodesProps {
  readonly choices: AccountChoices;
  readonly value?: string[];
  onChange?(value: string[]): void;
}

function SecCodes({ choices, value = [], ...input }: SecCodesProps) {
  return (
    <Checkbox.Group
      label="SEC codes"
      description={`${FIXED} is always verified.`}
      value={value}
      {...input}
    >
      <Group mt="xs">
        {choices.secCodes.map((code) => (
          <Checkbox key={code} value={code} label={code} disabled={code === FIXED} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

type CoverageForm = ReturnType<typeof useForm<AccountVerificationView & { secCodes: string[] }>>;

function Coverage({ form }: { readonly form: CoverageForm }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Also verify
      </Text>
      <Checkbox
        label="Recurring payments"
        {...form.getInputProps("coversRecurring", { type: "checkbox" })}
      />
      <Checkbox
        label="Repeat payments"
        {...form.getInputProps("coversReissue", { type: "checkbox" })}
      />
    </Stack>
  );
}

function frequencyLabel(value: string): string {
  return value === "every" ? "Every payment" : `Every ${value} days`;
}
