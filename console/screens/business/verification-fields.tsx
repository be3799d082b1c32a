/** The composite fields of the verification settings. */
import { Checkbox, Group, Radio, Stack, Text } from "@mantine/core";
import type { Verification } from "../../../src/interfaces/console/business/contract.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  WEB: "online",
  TEL: "by phone",
  PPD: "written authorization from a person",
  CCD: "written authorization from a company",
  POP: "paper check at the point of sale",
  ARC: "paper check received by mail",
  RCK: "returned check presented again",
};

interface SecCodesProps {
  readonly choices: Verification["choices"];
  readonly props: object;
}

export function SecCodes({ choices, props }: SecCodesProps) {
  const { secCodes, fixedSecCode, defaultSecCode } = choices;
  return (
    <Checkbox.Group
      label="SEC codes to verify"
      description={`Payments with these SEC codes are verified. Payments without a code use ${defaultSecCode}.`}
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
                  {code === fixedSecCode && " (always verified)"}
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

export function YesOrNo({ label, description, props }: YesOrNoProps) {
  return (
    <Radio.Group label={label} description={description} {...props}>
      <Group gap="lg" mt={8}>
        <Radio value="yes" label="Verify" />
        <Radio value="no" label="Do not verify" />
      </Group>
    </Radio.Group>
  );
}
