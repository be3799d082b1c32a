/** The parser: decrypts the data of an encrypting terminal. */
import { repeatRefused } from "../call/retry.ts";
import {
  describeReply,
  describeUnreadable,
  type Reply,
  readJson,
  sendRequest,
} from "../call/send.ts";
import { SixdoorsError } from "../errors.ts";
import type { CallOptions, Connection, PartnerLogin } from "../options.ts";
import { writeFields } from "../wire/form.ts";
import { openRenaming, renameFromWire } from "../wire/names.ts";
import { openParserLogin, type ParserLogin } from "./parser-login.ts";
import {
  ANSWER_NAMES,
  INPUT_NAMES,
  PARSER_PATH,
  type ParsedPayload,
  type ParserInput,
  type WireParsed,
} from "./parser-names.ts";

export interface Parser {
  /** The result contains the card number. It is not repeated after a lost answer. */
  parse(input: ParserInput, options?: CallOptions): Promise<ParsedPayload>;
}

const AREA = "parser";
const RENAMING = openRenaming(ANSWER_NAMES);

export function openParser(connection: Connection, partner: PartnerLogin | undefined): Parser {
  let login: ParserLogin | undefined;
  return {
    parse: async (input, options = {}) => {
      login ??= openParserLogin(partner);
      const body = JSON.stringify({ ...login.members, ...writeFields(input, INPUT_NAMES, AREA) });
      const send = sendParser(connection, login, options);
      const { retry } = connection;
      return repeatRefused({ retry, area: AREA, options }, async () =>
        readParsed(await send(body)),
      );
    },
  };
}

/** Answers a challenge once: the first request of Digest, or one whose challenge is too old. */
function sendParser(connection: Connection, login: ParserLogin, options: CallOptions) {
  const send = async (body: string) => {
    const request = { method: "POST", path: PARSER_PATH, body, credentials: "omit" } as const;
    const authorization = await login.writeHeader(request);
    const type = { "content-type": "application/json" };
    const headers = authorization === undefined ? type : { ...type, authorization };
    return sendRequest(connection, { area: AREA, ...request, headers }, options);
  };
  return async (body: string): Promise<Reply> => {
    const reply = await send(body);
    const challenge = reply.headers.get("www-authenticate");
    const isAnswered = reply.status !== 401 || !login.readChallenge(challenge);
    return isAnswered ? reply : send(body);
  };
}

interface Refusal {
  readonly errCode: number;
  readonly errMessage: string;
}

function readParsed(reply: Reply): ParsedPayload {
  const answer = readJson(reply) as WireParsed | Refusal | undefined;
  if (answer === undefined) throw describeUnreadable(reply);
  if ("errCode" in answer) throw describeRefusal(answer, reply);
  const { success, ...parsed } = answer;
  return renameFromWire(parsed, RENAMING) as ParsedPayload;
}

function describeRefusal({ errCode, errMessage }: Refusal, reply: Reply): SixdoorsError {
  const isTemporary = reply.status === 429 || reply.status >= 500;
  return new SixdoorsError(errMessage, {
    code: `${errCode}`,
    ...describeReply(reply),
    isTemporary,
  });
}
