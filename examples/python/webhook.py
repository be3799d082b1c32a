"""Receives webhooks and verifies their signatures.

    npx sixdoors listen --forward-to http://127.0.0.1:9000/   # prints the signing secret
    WEBHOOK_SECRET=whsec_… python3 webhook.py
"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "")
PORT = int(os.environ.get("RECEIVER_PORT", "9000"))
TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_000_000

if not SECRET:
    raise SystemExit("Set WEBHOOK_SECRET. `npx sixdoors listen` prints it.")

seen = set()  # In production, a table with a unique column.


def is_genuine(headers, body):
    """Whether the body was signed with our secret, a short time ago."""
    event_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{event_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While the secret is rotated, there are two signatures.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, expected.encode()) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        body = self.rfile.read(min(length, BODY_BYTES_MAX))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        self.handle_event(self.headers["webhook-id"], json.loads(body))
        return self.answer(200)

    def handle_event(self, event_id, event):
        """An event can come more than once, always with the same id."""
        if event_id not in seen:
            seen.add(event_id)
            print(event["event"], event["transaction"].get("transaction_id"), flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """The events are enough."""


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"Receiving at http://127.0.0.1:{server.server_port}/", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
