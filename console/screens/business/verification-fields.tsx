/** The fields of the verification settings that are more than one box. */
import { Checkbox, Group, Radio, Stack, Text } from "@mantine/core";
import type { Verification } from "../../../src/interfaces/console/business/contract.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  WEB: "from a web page",
  TEL: "by telephone",
  PPD: "agreed in writing with a person",
  CCD: "agreed in writing with a company",
  POP: "at the counter, from a paper check",
  ARC: "from a paper check in the mail",
  RCK: "a paper check presented again",
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

export function YesOrNo({ label, description, props }: YesOrNoProps) {
  return (
    <Radio.Group label={label} description={description} {...props}>
      <Group gap="lg" mt={8}>
        <Radio value="yes" label="Verify them too" />
        <Radio value="no" label="Do not" />
      </Group>
    </Radio.Group>
  );
}
