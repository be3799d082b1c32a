/** The end of a settings form: errors and the save button. */
import { Button, Group } from "@mantine/core";
import { FormError } from "../../parts/submit.tsx";

interface SaveRowProps {
  readonly label?: string;
  readonly isPending: boolean;
  readonly trouble: Error | undefined;
}

/** The same layout for every form: errors appear right above the button. */
export function SaveRow({ label = "Save", isPending, trouble }: SaveRowProps) {
  return (
    <>
      <FormError trouble={trouble} />
      <Group>
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </Group>
    </>
  );
}
