/** The OpenAPI schema of the header Retry-After, for answers with status 429. */
import Type from "typebox";

export const RETRY_AFTER = {
  headers: {
    "Retry-After": Type.Integer({
      minimum: 1,
      description: "The seconds to wait, if known.",
    }),
  },
};
