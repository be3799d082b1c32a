/** How strictly bank accounts are verified (F). The switch is shown; only operators turn it. */
import { Alert, Checkbox, Group, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type {
  Verification,
  VerificationView,
} from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Icon } from "../../parts/icons.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useSubmit } from "../../parts/submit.tsx";
import { StateBadge } from "../../parts/values.tsx";
import { SaveRow } from "./save-row.tsx";

const PATH = "/settings/verification";
const EVERY = "every";

const MEANINGS: Readonly<Record<string, string>> = {
  WEB: "from a web page",
  TEL: "by telephone",
  PPD: "agreed in writing with a person",
  CCD: "agreed in writing with a company",
  POP: "at the counter, from a paper check",
  ARC: "from a paper check in the mail",
  RCK: "a paper check presented again",
};

export function VerificationScreen() {
  const { data, error, refetch } = useReading<VerificationView>(PATH);
  const verification = data?.verification;
  return (
    <>
      <PageHeader
        title="ACH verification"
        description="Before a bank account is debited for the first time, its owner and number can be checked. A payment that fails the check is declined and never sent."
        badge={verification && <SwitchState {...verification} />}
      />
      {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data !== undefined && verification === undefined && (
        <Panel>
          <EmptyState
            icon="bank"
            title="No ACH processor"
            next="This account does not take bank payments, so there is nothing to verify. Ask support for an ACH processor; the settings then appear here."
          />
        </Panel>
      )}
      {verification && <Settings key={JSON.stringify(verification)} verification={verification} />}
    </>
  );
}

function SwitchState({ isEnabled }: Verification) {
  const label = isEnabled ? "On" : "Off";
  return <StateBadge state={label} tone={isEnabled ? "good" : "quiet"} label={label} />;
}

function Settings({ verification }: { readonly verification: Verification }) {
  const { choices } = verification;
  const form = useForm({ initialValues: valuesOf(verification) });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch<VerificationView>(PATH, wishOf(values)),
    said: "The verification settings are saved.",
    refresh: [PATH],
  });
  return (
    <Stack gap="lg">
      <Alert
        className="sd-alert"
        color={verification.isEnabled ? "tide" : "amber"}
        icon={<Icon name="shield" />}
        title={verification.isEnabled ? "Verification is on" : "Verification is off"}
        maw="46rem"
      >
        {verification.isEnabled
          ? "Payments are verified as set below. Only our support staff switch it off."
          : "Nothing is verified. What you set below is kept for when support switches it on."}
      </Alert>
      <form onSubmit={submit}>
        <Panel title="What is verified">
          <Stack gap="xl" maw="40rem">
            <SecCodes choices={choices} props={form.getInputProps("secCodes")} />
            <NativeSelect
              label="How often"
              description="A bank account that passed is trusted for so long."
              data={frequenciesOf(choices)}
              {...form.getInputProps("frequencyDays")}
            />
            <YesOrNo
              label="Recurring payments"
              description="Payments marked as recurring, or with a recurring number."
              props={form.getInputProps("coversRecurring")}
            />
            <YesOrNo
              label="Reissued payments"
              description="Payments with the bank account of an earlier one."
              props={form.getInputProps("coversReissue")}
            />
            <Radio.Group
              label="When the provider cannot be reached"
              {...form.getInputProps("whenUnavailable")}
            >
              <Stack gap={8} mt={8}>
                <Radio value="decline" label="Decline the payment, as if the check had failed" />
                <Radio value="accept" label="Accept it without a check" />
              </Stack>
            </Radio.Group>
            <SaveRow isPending={isPending} trouble={trouble} />
          </Stack>
        </Panel>
      </form>
    </Stack>
  );
}

interface SecCodesProps {
  readonly choices: Verification["choices"];
  readonly props: object;
}

function SecCodes({ choices, props }: SecCodesProps) {
  const { secCodes, fixedSecCode, defaultSecCode } = choices;
  return (
    <Checkbox.Group
      label="SEC codes to verify"
      description={`Payments of these kinds. One that names no code is ${defaultSecCode} on this account.`}
      {...props}
    >
      <Stack gap={8} mt={10}>
        {secCodes.map((code) => (
          <Checkbox
            key={code}
            value={code}
            disabled={code === fixedSecCode}
            label={
              <>
                <b>{code}</b>{" "}
                <Text span c="dimmed" inherit>
                  {MEANINGS[code]}
                  {code === fixedSecCode && " – always verified"}
                </Text>
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface YesOrNoProps {
  readonly label: string;
  readonly description: string;
  readonly props: object;
}

function YesOrNo({ label, description, props }: YesOrNoProps) {
  return (
    <Radio.Group label={label} description={description} {...props}>
      <Group gap="lg" mt={8}>
        <Radio value="yes" label="Verify them too" />
        <Radio value="no" label="Do not" />
      </Group>
    </Radio.Group>
  );
}

function frequenciesOf({ frequencyStepDays, frequencyMaxDays }: Verification["choices"]) {
  const count = frequencyMaxDays / frequencyStepDays;
  const days = Array.from({ length: count }, (_, at) => String((at + 1) * frequencyStepDays));
  return [
    { value: EVERY, label: "Every transaction" },
    ...days.map((value) => ({ value, label: `Every ${value} days` })),
  ];
}

function valuesOf(verification: Verification) {
  const { secCodes, frequencyDays, coversRecurring, coversReissue, whenUnavailable } = verification;
  return {
    secCodes: [...secCodes],
    frequencyDays: frequencyDays === undefined ? EVERY : String(frequencyDays),
    coversRecurring: coversRecurring ? "yes" : "no",
    coversReissue: coversReissue ? "yes" : "no",
    whenUnavailable: String(whenUnavailable),
  };
}

function wishOf(values: ReturnType<typeof valuesOf>) {
  const { frequencyDays } = values;
  return {
    ...values,
    frequencyDays: frequencyDays === EVERY ? EVERY : Number(frequencyDays),
    coversRecurring: values.coversRecurring === "yes",
    coversReissue: values.coversReissue === "yes",
  };
}
