/** Health, version and metrics in the OpenAPI document. */
import Type from "typebox";
import { jsonAnswer } from "../../wire/open-api/answers.ts";
import { namedObject } from "../../wire/open-api/named-schema.ts";

const TAGS = ["Operations"];
/** No login is needed. */
const ANYONE: [] = [];

const LIVENESS = namedObject("Liveness", "Whether the process runs.", {
  status: Type.String({ description: "alive" }),
});

const CHECK = namedObject("ReadinessCheck", "The result of one check.", {
  name: Type.String({ description: "What is checked." }),
  level: Type.String({
    enum: ["ok", "warning", "failing"],
    description: "A failing check makes the process not ready.",
  }),
  reason: Type.Optional(Type.String({ description: "Why the check is not ok." })),
});

const READINESS = namedObject("Readiness", "Whether the process can take requests.", {
  status: Type.String({ description: "ready, or why the process is not ready." }),
  checks: Type.Array(CHECK, { description: "The results of all checks." }),
});

const VERSION = namedObject("Version", "The release and environment.", {
  product: Type.String({ description: "The name of the product." }),
  version: Type.String({ description: "The release." }),
  schema: Type.Integer({ description: "The number of database migrations." }),
  environment: Type.String({ description: "certification or production." }),
  node: Type.String({ description: "The version of Node." }),
});

export const LIVE_SCHEMA = {
  operationId: "getLiveness",
  summary: "Check liveness",
  tags: TAGS,
  security: ANYONE,
  response: { 200: jsonAnswer("The process runs.", LIVENESS) },
};

export const READY_SCHEMA = {
  operationId: "getReadiness",
  summary: "Check readiness",
  tags: TAGS,
  security: ANYONE,
  response: {
    200: jsonAnswer("The process can take requests.", READINESS),
    503: jsonAnswer("The process cannot take requests.", READINESS),
  },
};

export const METRICS_SCHEMA = {
  operationId: "getMetrics",
  summary: "Get Prometheus metrics",
  description: "Only for network addresses that the setting METRICS_FROM lists.",
  tags: TAGS,
  security: ANYONE,
  response: {
    200: {
      description: "The metrics in the text format of Prometheus.",
      content: { "text/plain": { schema: Type.String() } },
    },
    404: jsonAnswer(
      "The network address may not read the metrics.",
      namedObject("NotFound", "Nothing exists at this address.", {
        status: Type.String({ description: "What was wrong." }),
      }),
    ),
  },
};

export const VERSION_SCHEMA = {
  operationId: "getVersion",
  summary: "Get the release and environment",
  tags: TAGS,
  security: ANYONE,
  response: { 200: jsonAnswer("The release and environment.", VERSION) },
};
