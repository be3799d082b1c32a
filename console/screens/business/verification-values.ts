/** Converts the verification settings between the form and the API. */
import type { Verification } from "../../../src/interfaces/console/business/contract.ts";

const EVERY = "every";

export function frequencyChoices({ frequencyStepDays, frequencyMaxDays }: Verification["choices"]) {
  const count = frequencyMaxDays / frequencyStepDays;
  const days = Array.from({ length: count }, (_, at) => String((at + 1) * frequencyStepDays));
  return [
    { value: EVERY, label: "Every payment" },
    ...days.map((value) => ({ value, label: `Every ${value} days` })),
  ];
}

export function verificationValues(verification: Verification) {
  const { secCodes, frequencyDays, coversRecurring, coversReissue, whenUnavailable } = verification;
  return {
    secCodes: [...secCodes],
    frequencyDays: frequencyDays === undefined ? EVERY : String(frequencyDays),
    coversRecurring: coversRecurring ? "yes" : "no",
    coversReissue: coversReissue ? "yes" : "no",
    whenUnavailable: String(whenUnavailable),
  };
}

export function verificationBody(values: ReturnType<typeof verificationValues>) {
  const { frequencyDays } = values;
  return {
    ...values,
    frequencyDays: frequencyDays === EVERY ? EVERY : Number(frequencyDays),
    coversRecurring: values.coversRecurring === "yes",
    coversReissue: values.coversReissue === "yes",
  };
}
