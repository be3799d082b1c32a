/** The header of answers with status 429, in the OpenAPI document. */
import Type from "typebox";

export const RETRY_AFTER = {
  headers: {
    "Retry-After": Type.Integer({
      minimum: 1,
      description: "The seconds to wait, if known.",
    }),
  },
};
