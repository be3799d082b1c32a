/** The end of a form of settings: what went wrong, and the button. It knows no setting. */
import { Button, Group } from "@mantine/core";
import { FormTrouble } from "../../parts/submit.tsx";

interface SaveRowProps {
  readonly label?: string;
  readonly isPending: boolean;
  readonly trouble: Error | undefined;
}

/** One order for every form: trouble stands right above the button that caused it. */
export function SaveRow({ label = "Save", isPending, trouble }: SaveRowProps) {
  return (
    <>
      <FormTrouble trouble={trouble} />
      <Group>
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </Group>
    </>
  );
}
