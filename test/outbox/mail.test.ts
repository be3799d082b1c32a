/** Emails are sent by SMTP or to the mailbox, and their text cannot inject headers. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { Mailbox } from "../../src/adapters/mailbox.ts";
import { SmtpMailer } from "../../src/adapters/smtp-mailer.ts";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../../src/core/outbox/dispatcher.ts";
import { INSTALLATION, type NewMail } from "../../src/core/outbox/event.ts";
import { MAIL_LIMITS, MailRoute } from "../../src/core/outbox/mail-route.ts";
import { OutboxStore } from "../../src/core/outbox/outbox-store.ts";
import { writeMail } from "../../src/core/outbox/write-event.ts";
import { type Mail, MailError, type Mailer } from "../../src/ports/mailer.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "../kit/clock.ts";
import { openEmptiedOutbox, type TestOutbox } from "../kit/outbox.ts";

const FROM = "Sixdoors <post@sixdoors.example>";
const MAIL: Mail = {
  id: "5ac2e1f0-3a52-4b59-9d5f-8f6b1f6f2c11",
  to: "ann@shop.example",
  subject: "Your receipt – 12.50",
  text: "Thank you.\n.\nA line with a dot before it.",
  html: "<p>Thank you.</p>",
};

interface Email {
  readonly recipients: readonly string[];
  readonly data: string;
}

type Command = "EHLO" | "MAIL" | "RCPT" | "DATA" | "." | "QUIT";

/** Just enough of RFC 5321; a reply of its own for a command, or silence where it is empty. */
async function openSmtp(t: TestContext, replies: Partial<Record<Command, string>> = {}) {
  const emails: Email[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    converse(socket, replies, emails);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new Secret(`smtp://127.0.0.1:${port}`), emails };
}

function converse(socket: Socket, replies: Partial<Record<Command, string>>, emails: Email[]) {
  let [recipients, data, isData, rest]: [string[], string, boolean, string] = [[], "", false, ""];
  const say = (command: Command, usual: string) => {
    const reply = replies[command] ?? usual;
    if (reply !== "") socket.write(`${reply}\r\n`);
  };
  const hearData = (line: string) => {
    if (line !== ".") {
      data += `${line}\n`;
      return;
    }
    emails.push({ recipients, data });
    [recipients, data, isData] = [[], "", false];
    say(".", "250 taken");
  };
  const hearCommand = (line: string) => {
    if (line === "QUIT") return socket.end("221 bye\r\n");
    const recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1];
    if (recipient !== undefined) recipients.push(recipient);
    isData = line === "DATA";
    return say(line.slice(0, 4) as Command, isData ? "354 go on" : "250 ok");
  };
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString("utf8")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) (isData ? hearData : hearCommand)(line);
  });
}

function dispatcherTo(outbox: TestOutbox, mailer: Mailer): Dispatcher {
  const { custody, clock, failures } = outbox;
  const deliveries = new DeliveryStore(outbox.database.payments);
  const onFailure = (error: unknown) => failures.push(error);
  const route = new MailRoute({ mailer, custody, isActiveLogin: async () => true });
  const random = () => 0.5;
  return new Dispatcher({ deliveries, route, clock, onFailure, random, limits: MAIL_LIMITS });
}

const WELCOME: NewMail = {
  accountId: INSTALLATION,
  event: "user.welcome",
  to: "ann@shop.example",
  subject: "Welcome",
  text: "Set your password: {{link}}",
  html: '<a href="{{link}}">Set your password</a>',
  link: new Secret("https://pay.example/set?user=1&token=zQ7w"),
};

test("an email is sent by SMTP with text, html and an id", async (t) => {
  const { url, emails } = await openSmtp(t);
  const mailer = new SmtpMailer({ url, from: FROM });
  assert.deepEqual(await mailer.send(MAIL), { kind: "sent", answer: "250 taken" });
  const [email] = emails;
  assert.deepEqual(email?.recipients, ["ann@shop.example"]);
  assert.match(email?.data ?? "", /^From: Sixdoors <post@sixdoors\.example>$/m);
  assert.match(email?.data ?? "", /^To: ann@shop\.example$/m);
  assert.match(email?.data ?? "", /^Subject: =\?UTF-8\?/m);
  assert.match(email?.data ?? "", new RegExp(`^Message-ID: <${MAIL.id}@sixdoors\\.example>$`, "m"));
  assert.match(email?.data ?? "", /^\.\.$/m);
  assert.match(email?.data ?? "", /<p>Thank you\.<\/p>/);
});

test("a text cannot become a header or a second recipient", async (t) => {
  const { url, emails } = await openSmtp(t);
  const outbox = await openEmptiedOutbox(t, systemClock);
  const mailers = [
    new SmtpMailer({ url, from: FROM }),
    new Mailbox({ db: outbox.database.payments, clock: systemClock }),
  ];
  for (const bad of [
    { to: "ann@shop.example\r\nRCPT TO:<eve@bad.example>" },
    { to: "ann@shop.example, eve@bad.example" },
    { to: "Eve <eve@bad.example>" },
    { to: "ann@shop.example\u0000" },
    { to: "ann" },
    { to: "" },
    { to: `${"a".repeat(250)}@shop.example` },
    { subject: "Hello\r\nBcc: eve@bad.example" },
    { subject: "Hello\nBcc: eve@bad.example" },
    { subject: "Hello\u2028Bcc: eve@bad.example" },
  ]) {
    for (const mailer of mailers) {
      const answer = await mailer.send({ ...MAIL, ...bad });
      assert.ok(answer.kind === "refused" && answer.isFinal, JSON.stringify(bad));
      assert.ok(!answer.answer.includes("eve"));
    }
    const writing = writeMail(outbox.database.payments, outbox, { ...WELCOME, ...bad });
    await assert.rejects(writing, MailError);
  }
  assert.equal(emails.length, 0);
});

test("a permanent refusal of the mail server is final; a temporary one and silence are not", async (t) => {
  for (const [replies, isFinal, status] of [
    [{ RCPT: "550 no such user" }, true, 550],
    [{ ".": "554 we do not want this" }, true, 554],
    [{ RCPT: "450 come back later" }, false, 450],
    [{ ".": "451 come back later" }, false, 451],
  ] as const) {
    const { url } = await openSmtp(t, replies);
    const answer = await new SmtpMailer({ url, from: FROM }).send(MAIL);
    assert.equal(answer.kind, "refused");
    assert.ok(answer.kind === "refused");
    assert.deepEqual([answer.isFinal, answer.status], [isFinal, status]);
  }
  const { url } = await openSmtp(t, { ".": "" });
  const late = await new SmtpMailer({ url, from: FROM, limitMs: 200 }).send(MAIL);
  assert.deepEqual(late, { kind: "failed", failure: "timed_out" });
  const nobody = new SmtpMailer({ url: new Secret("smtp://127.0.0.1:1"), from: FROM });
  assert.deepEqual(await nobody.send(MAIL), { kind: "failed", failure: "not_connected" });
});

test("an email is stored in the commit of its cause with a sealed link, and arrives with the link", async (t) => {
  const { url, emails } = await openSmtp(t);
  const outbox = await openEmptiedOutbox(t, systemClock);
  const { owner, app } = outbox.database;
  const eventId = await app.atomically((db) => writeMail(db, outbox, WELCOME));
  const [row] = await owner.rows<{ row: string; sealed: Buffer }>`
    select o::text as row, sealed from outbox o`;
  assert.ok(!row?.row.includes("zQ7w") && !row?.sealed.includes("zQ7w"));
  await outbox.drain(dispatcherTo(outbox, new SmtpMailer({ url, from: FROM })));
  const data = (emails[0]?.data ?? "").replaceAll("=\n", "").replaceAll("=3D", "=");
  assert.ok(data.includes("Set your password: https://pay.example/set?user=1&token=zQ7w"));
  assert.ok(data.includes('href="https://pay.example/set?user=1&amp;token=zQ7w"'));
  const store = new OutboxStore(owner);
  const [event] = await store.listEvents(INSTALLATION);
  assert.deepEqual([event?.eventId, event?.state], [eventId, "delivered"]);
  assert.deepEqual(outbox.failures, []);
});

test("in certification an email is in the mailbox once, however often it is sent", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  const { payments, owner } = outbox.database;
  const mailbox = new Mailbox({ db: payments, clock: systemClock });
  const dispatcher = dispatcherTo(outbox, mailbox);
  await writeMail(payments, outbox, WELCOME);
  await outbox.drain(dispatcher);
  await owner.rows`update outbox set delivered_at = null`;
  await outbox.drain(dispatcher);
  await writeMail(payments, outbox, { ...WELCOME, to: "bob@shop.example", html: undefined });
  await outbox.drain(dispatcher);
  const all = await mailbox.listEmails(10);
  assert.deepEqual(
    all.map(({ to, html }) => [to, html !== undefined]),
    [
      ["bob@shop.example", false],
      ["ann@shop.example", true],
    ],
  );
  const [ann] = await mailbox.listEmails(10, "ann@shop.example");
  assert.equal(ann?.text, "Set your password: https://pay.example/set?user=1&token=zQ7w");
  assert.equal(await mailbox.purgeEmails(systemClock.wall().add({ hours: 1 })), 2);
});

test("a refused email fails immediately, a delayed one is retried", async (t) => {
  const clock = new StandingClock("2026-03-01T12:00:00Z");
  const outbox = await openEmptiedOutbox(t, clock);
  const { payments } = outbox.database;
  const mailer: Mailer = {
    send: async ({ to }) => {
      const isFinal = to.startsWith("ann");
      return { kind: "refused", isFinal, status: isFinal ? 550 : 450, answer: "no" };
    },
  };
  await writeMail(payments, outbox, WELCOME);
  await writeMail(payments, outbox, { ...WELCOME, to: "bob@shop.example" });
  await outbox.drain(dispatcherTo(outbox, mailer));
  const events = await new OutboxStore(payments).listEvents(INSTALLATION);
  assert.deepEqual(
    events.map(({ state, failureReason }) => [state, failureReason]),
    [
      ["waiting", undefined],
      ["set_aside", "refused"],
    ],
  );
});
