/** OpenAPI schema of the reporting interface. The schema of the form comes from the rules that read it. */
import Type, { type TProperties } from "typebox";
import {
  type Extras,
  REPORT_COLUMN_NAMES,
  REPORT_COLUMNS,
  type ReportColumnName,
} from "../../../core/reports/report-columns-sql.ts";
import { ERROR_DETAIL } from "../../../wire/open-api/answers.ts";
import { namedObject, nameSchema } from "../../../wire/open-api/named-schema.ts";
import { propertiesOf } from "../../../wire/reader/rule-set.ts";
import { CREDENTIALS, FORM_ONLY, joinSchemas, LOGIN_IN_FORM, LOGIN_TEXT } from "../schema.ts";
import { PARAMETER_RULES, type ParameterName } from "./read.ts";

const WILDCARDS = "`?` stands for one character, `*` for any number of them.";

const DESCRIPTIONS: Record<ParameterName, string> = {
  ach_settle_date: "ACH transactions that settle on this day. Requires `tender_type=ACH`.",
  action_date: `ACH updates of this day, one record each. ${WILDCARDS}`,
  amount: "Transactions of exactly this amount.",
  amount_max: "At most this amount. Requires `amount_min`.",
  amount_min: "At least this amount. Requires `amount_max`.",
  batch_detail: "Show `batch_date` and `batch_id`.",
  cashier: `The cashier. ${WILDCARDS}`,
  custom_id: `Your own id of the payment. ${WILDCARDS}`,
  date: "The date that `start_date` and `end_date` refer to. The transaction date if it is not sent.",
  start_date: "The first day, or a moment with an offset such as `+00:00`.",
  end_date: "The last day, which is included, or a moment with an offset.",
  group: `The group of the payment. ${WILDCARDS}`,
  include_ach_settle_date: "Show `ach_settle_date`.",
  name: `First name, space, last name. ${WILDCARDS}`,
  purchase_detail:
    "Show Level 2 and restaurant data: the columns `level2_…` and `restaurant_…`. An extension of Sixdoors.",
  reportable_fields: "Show the reportable fields of payment forms.",
  response_format: "The format of the report.",
  status: "Approved or declined transactions. Both if it is not sent.",
  tender_type: "Card or ACH transactions, or both (ALL).",
  transaction_date: `A day or a second. Yesterday if no date is sent. ${WILDCARDS}`,
  transaction_id: "One transaction, of any date.",
  utc_time: "Show `authorization_date_utc`.",
  sub_account_ids: "For agents: `all`, or a comma-separated list of the accounts below.",
};

/** Without the login. */
export const PARAMETERS: TProperties = propertiesOf(
  Object.fromEntries(
    Object.entries(PARAMETER_RULES).map(([name, rule]) => [
      name,
      rule.describe(DESCRIPTIONS[name as ParameterName]),
    ]),
  ),
);

const REQUEST = nameSchema(
  "ReportRequest",
  "What a report shows. The criteria combine.",
  joinSchemas(CREDENTIALS, Type.Object(PARAMETERS)),
);

/** The parameter that asks for a column that is not always shown. */
const EXTRA_PARAMETERS: Readonly<Record<keyof Extras, ParameterName>> = {
  settleDate: "include_ach_settle_date",
  utc: "utc_time",
  batch: "batch_detail",
  purchase: "purchase_detail",
};

/** In Markdown. The documentation has the same text. */
export function describeColumn(name: ReportColumnName): string {
  const { description, shownWith, tender } = REPORT_COLUMNS[name];
  const conditions = [
    ...(shownWith === undefined ? [] : [`Only with \`${EXTRA_PARAMETERS[shownWith]}\`.`]),
    ...(tender === undefined ? [] : [`${tender} only.`]),
  ];
  return [...conditions, description].join(" ");
}

function columnSchema(name: ReportColumnName) {
  const { kind, shownWith, isOptional } = REPORT_COLUMNS[name];
  const options = { description: describeColumn(name) };
  const types = {
    text: Type.String(options),
    number: isOptional
      ? Type.Union([Type.Number(), Type.Literal("")], options)
      : Type.Number(options),
    flag: Type.Boolean(options),
  };
  return shownWith === undefined ? types[kind] : Type.Optional(types[kind]);
}

const RECORD = namedObject(
  "ReportTransaction",
  "One record of a report.",
  Object.fromEntries(REPORT_COLUMN_NAMES.map((name) => [name, columnSchema(name)])),
);

const REPORT = namedObject("Report", "A report in JSON.", {
  api: Type.String({ description: "The name of the API." }),
  version: Type.String({ description: "The version of the API." }),
  transactions: Type.Array(RECORD, { description: "The records." }),
  count: Type.Integer({ description: "The number of records." }),
});

const text = (description: string) => ({ schema: Type.String({ description }) });
const WHY = { "text/plain": text("The description of code 621.") };

export const SCHEMA = {
  operationId: "getReport",
  summary: "Get a report of transactions",
  description: `Without a date, the report covers yesterday. It is streamed: if the connection breaks, the report is incomplete. ${LOGIN_TEXT}`,
  tags: ["Reporting"],
  security: LOGIN_IN_FORM,
  consumes: FORM_ONLY,
  body: REQUEST,
  response: {
    200: {
      description: "The report, or a plain text that says why there is none.",
      content: {
        "application/json": { schema: REPORT },
        "text/csv": text("RFC 4180: a header row and one row per transaction."),
        "application/xml": text(
          "A `report` element with one `transaction` element per record, with the same fields.",
        ),
        "text/plain": text("The reason why there is no report."),
      },
      headers: {
        "QS-response-code": Type.String({
          description: "Code and message: 100, 601, 607, 608, 611, 621, 622 or 623.",
          examples: ["100 OK", "608 No Data"],
        }),
        ...ERROR_DETAIL,
      },
    },
    413: { description: "The body is larger than 1 MiB.", content: WHY },
    415: { description: "The body is not a form.", content: WHY },
  },
};
