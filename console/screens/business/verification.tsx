/** How strictly bank accounts are verified (F). The switch is shown; only operators turn it. */
import { Alert, NativeSelect, Radio, Stack } from "@mantine/core";
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
import { SecCodes, YesOrNo } from "./verification-fields.tsx";
import { frequenciesOf, valuesOf, wishOf } from "./verification-values.ts";

const PATH = "/settings/verification";

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
