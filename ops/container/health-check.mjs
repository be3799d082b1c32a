/**
 * The health check of the container: asks the gateway in it whether it is ready. Exit code 1 if not.
 * It reads PORT and TLS_CERT_FILE, as the gateway does.
 */
import { request as askPlainly } from "node:http";
import { request as askOverTls } from "node:https";

const LIMIT_MS = 4_000;
const { PORT: port = "8080", TLS_CERT_FILE: certificate = "" } = process.env;
// The certificate is for the public name, and this connection does not leave the container.
const options = {
  host: "127.0.0.1",
  port,
  path: "/health/ready",
  timeout: LIMIT_MS,
  rejectUnauthorized: false,
};

const request = (certificate === "" ? askPlainly : askOverTls)(options, (answer) => {
  if (answer.statusCode !== 200) fail(`/health/ready answered ${answer.statusCode}.`);
  answer.resume();
});
request.on("timeout", () => fail(`No answer within ${LIMIT_MS} ms.`));
request.on("error", ({ code, message }) => fail(code ?? message));
request.end();

function fail(why) {
  process.stderr.write(`The gateway is not ready: ${why}\n`);
  process.exit(1);
}
