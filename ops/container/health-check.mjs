/**
 * The health check of the container: asks the gateway in it whether it is ready. Exit code 1 if not.
 * It reads PORT and TLS_CERT_FILE, as the gateway does. With --worker it asks a process that only
 * runs jobs, at WORKER_PORT without TLS.
 */
import { request as askPlainly } from "node:http";
import { request as askOverTls } from "node:https";

const LIMIT_MS = 4_000;
const { PORT = "8080", WORKER_PORT = "8081", TLS_CERT_FILE: certificate = "" } = process.env;
const isWorker = process.argv.includes("--worker");
const ask = isWorker || certificate === "" ? askPlainly : askOverTls;
// The certificate is for the public name, and this connection does not leave the container.
const options = {
  host: "127.0.0.1",
  port: isWorker ? WORKER_PORT : PORT,
  path: "/health/ready",
  timeout: LIMIT_MS,
  rejectUnauthorized: false,
};

const request = ask(options, (answer) => {
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
