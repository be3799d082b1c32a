/** Types of the calendar of inspections, and of the import and assignment of devices. */
import type { Named } from "../../../../core/management/scope/reference-store.ts";

/** The inspections of one month. All days are in UTC. */
export interface InspectionCalendar {
  /** YYYY-MM */
  readonly month: string;
  /** By the business clock. */
  readonly today: string;
  /** The overdue inspections of all months. */
  readonly overdue: number;
  /** Only days with inspections. */
  readonly days: readonly {
    readonly date: string;
    readonly devices: number;
    readonly clients: number;
    /** The clients with most devices. */
    readonly largest: readonly (Named & { readonly devices: number })[];
  }[];
}

/** The limits and the form of a file of devices. */
export interface DeviceFileRules {
  readonly columns: readonly string[];
  readonly template: string;
  readonly rowsMax: number;
  readonly bytesMax: number;
}

/** What an import did or, in a preview, would do. */
export interface DeviceImportAnswer {
  readonly isPreview: boolean;
  /** New devices. */
  readonly count: number;
  /** Devices that are registered already with the same values. */
  readonly unchanged: number;
  /** If there is an error, nothing is imported. At most the first 200. */
  readonly errors: readonly {
    /** Null: it concerns the whole file. */
    readonly line: number | null;
    /** The column, or an empty text. */
    readonly field: string;
    readonly message: string;
  }[];
  readonly errorCount: number;
}

export interface AssignAnswer {
  readonly assigned: number;
  /** If there is an error, nothing is assigned. */
  readonly errors: readonly {
    /** The place of the device in the request, from 0. */
    readonly place: number;
    readonly message: string;
  }[];
}
