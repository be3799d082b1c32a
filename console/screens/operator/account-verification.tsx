/** How strictly bank accounts are verified before money moves. Only operators switch it on. */
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
  VerificationView,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { WhenRead } from "./texts.tsx";

/** Verified wherever anything is (F, settings). */
const FIXED = "WEB";

export function AccountVerification({ id }: AccountDetail["account"]) {
  const reading = useReading<{ settings?: VerificationView }>(
    `/operator/accounts/${id}/verification`,
  );
  const choices = useReading<AccountChoices>("/operator/choices");
  return (
    <WhenRead reading={reading}>
      {({ settings }) =>
        settings === undefined ? (
          <NoProcessor id={id} />
        ) : (
          <WhenRead reading={choices}>
            {(data) => <VerificationForm id={id} settings={settings} choices={data} />}
          </WhenRead>
        )
      }
    </WhenRead>
  );
}

function NoProcessor({ id }: { readonly id: string }) {
  return (
    <Panel>
      <EmptyState
        title="There is nothing to verify"
        next="Bank accounts are verified where an ACH processor is selected. This account has none."
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
  readonly settings: VerificationView;
  readonly choices: AccountChoices;
}

function VerificationForm({ id, settings, choices }: VerificationFormProps) {
  const form = useForm({ initialValues: { ...settings, secCodes: [...settings.secCodes] } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch(`/operator/accounts/${id}/verification`, values),
    said: "The verification settings are saved.",
    refresh: [`/operator/accounts/${id}/verification`],
    done: () => form.resetDirty(),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw="46rem">
        <Panel title="Verification of bank accounts">
          <Stack gap="lg">
            <Switch
              label="ENABLE"
              description="Operators alone switch it. Merchants set how strict it is."
              {...form.getInputProps("isEnabled", { type: "checkbox" })}
            />
            <Divider />
            <SecCodes choices={choices} {...form.getInputProps("secCodes")} />
            <Select
              label="How often the same bank account is asked about"
              allowDeselect={false}
              data={choices.frequencies.map((value) => ({ value, label: frequencyWords(value) }))}
              {...form.getInputProps("frequency")}
            />
            <Coverage form={form} />
            <Radio.Group
              label="When the verification cannot be reached"
              {...form.getInputProps("whenUnavailable")}
            >
              <Group mt="xs">
                <Radio value="decline" label="Decline the payment" />
                <Radio value="accept" label="Accept it unverified" />
              </Group>
            </Radio.Group>
          </Stack>
        </Panel>
        <FormTrouble trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
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
      description={`${FIXED} is always verified where anything is.`}
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

type CoverageForm = ReturnType<typeof useForm<VerificationView & { secCodes: string[] }>>;

function Coverage({ form }: { readonly form: CoverageForm }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Also before
      </Text>
      <Checkbox
        label="Recurring payments"
        {...form.getInputProps("coversRecurring", { type: "checkbox" })}
      />
      <Checkbox
        label="Reissued payments"
        {...form.getInputProps("coversReissue", { type: "checkbox" })}
      />
    </Stack>
  );
}

function frequencyWords(value: string): string {
  return value === "every" ? "At every payment" : `Every ${value} days`;
}
