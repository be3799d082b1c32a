/** Downloads the list that a table shows, as a CSV file with the same filters, order and columns. */
import { Button } from "@mantine/core";
import type { Permission } from "../../src/interfaces/console/contract.ts";
import { downloadAddress, type Params } from "../api.ts";
import { useSession } from "../session.tsx";
import { Allowed } from "./allowed.tsx";
import { Icon } from "./icons.tsx";

export interface ListExport {
  /** The API path of the list. */
  readonly path: string;
  /** What the list was asked with. The position is left out. */
  readonly params?: Params;
  /** Only if the export needs more than the screen. */
  readonly needs?: Permission;
}

interface ExportLinkProps extends ListExport {
  /** The visible columns, if users can hide some. */
  readonly columns: string | undefined;
}

const POSITION = ["page", "take", "after", "before"];
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser saves the file while it arrives, so it can have any size. */
export function ExportLink({ path, params = {}, needs, columns }: ExportLinkProps) {
  const { timeZone: zone = BROWSER_ZONE } = useSession();
  const filters = Object.entries(params).filter(([name]) => !POSITION.includes(name));
  const asked = { ...Object.fromEntries(filters), columns, zone };
  return (
    <Allowed needs={needs}>
      <Button
        component="a"
        href={downloadAddress(`${path}.csv`, asked)}
        download
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Icon name="export" size={15} />}
      >
        Export CSV
      </Button>
    </Allowed>
  );
}
