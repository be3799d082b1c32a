/** Explains why the schema cannot be created or changed. */
import { errorReason } from "../../db/error-reason.ts";
import { SchemaMismatch } from "../../db/migrate.ts";
import { RolesMissing } from "../../db/roles.ts";
import { StartError } from "../../ports/start-error.ts";

const NOT_ALLOWED = "42501";

/** Turns errors about the schema and about permissions into a StartError. */
export async function explainSchemaErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new StartError(error.message);
    if (error instanceof RolesMissing) {
      throw new StartError(
        `The database login is not allowed to manage roles. Ask an administrator to run: ${error.message};`,
      );
    }
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    throw new StartError(
      `The database login is not allowed to create the tables: ${errorReason(error)}. Ask an administrator for permission to create tables in this database.`,
    );
  }
}
