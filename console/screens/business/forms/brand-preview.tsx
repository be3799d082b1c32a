/** The payment form as a customer sees it: on a computer or a phone, light or dark. */
import "./branding.css";
import { Group, NativeSelect, SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import type { NumberedPage } from "../../../../src/interfaces/console/contract.ts";
import type { FormView } from "../../../../src/interfaces/console/forms/contract.ts";
import { useReading, withParams } from "../../../api.ts";
import { Panel } from "../../../parts/panel.tsx";

interface BrandPreviewProps {
  readonly color: string;
  readonly buttonText: string;
  /** Loads the page again after another logo was saved. */
  readonly logoHash: string;
}

const DEVICES = [
  { value: "computer", label: "Computer" },
  { value: "phone", label: "Phone" },
];
const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function BrandPreview({ color, buttonText, logoHash }: BrandPreviewProps) {
  const [device, setDevice] = useState("computer");
  const [scheme, setScheme] = useState("light");
  const [chosen, setChosen] = useState("");
  const forms = useReading<NumberedPage<FormView>>("/forms").data?.items ?? [];
  const look = { form: chosen, scheme, color, buttonText, logo: logoHash };
  const url = withParams("/console/api/form-brand/preview", look);
  return (
    <Panel title="Preview" description="The page as your customers see it. It cannot be paid here.">
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          {forms.length > 1 && (
            <NativeSelect
              label="Form"
              data={forms.map(({ name, title }) => ({ value: name, label: title }))}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <SegmentedControl
            aria-label="Device"
            data={DEVICES}
            value={device}
            onChange={setDevice}
          />
          <SegmentedControl
            aria-label="Colors"
            data={SCHEMES}
            value={scheme}
            onChange={setScheme}
          />
        </Group>
        <iframe
          key={url}
          className="sd-brand-frame"
          data-width={device}
          title="Preview of the payment form"
          src={url}
          sandbox="allow-same-origin"
        />
      </Stack>
    </Panel>
  );
}
