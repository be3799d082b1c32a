"""Decrypts the data of an encrypting terminal. The request is signed with HMAC.

    npx sixdoors                     # a test gateway on port 8080
    python3 parse.py
"""
import hashlib
import hmac
import json
import secrets
import time
import urllib.error
import urllib.request

from sixdoors import PARTNER, PARTNER_KEY, TIMEOUT_SECONDS, URL

PATH = "/api/decrypt/parser"
SWIPE = {
    "deviceType": "generic",
    "deviceSerial": "GEN0000001",
    "ksn": "FFFF9876543210000001",
    # A published test vector of ANSI X9.24.
    "devicePayload": "AC421185C5E5BA0A1462DFBA5696DACE4D7C26323E7A514FFE05112449B5419D158D08AFAC174FEE",
    "reference": "order 7",
}


def sign(body):
    """Returns the Authorization header. The key itself is not sent."""
    nonce, timestamp = secrets.token_hex(16), str(int(time.time()))
    digest = hashlib.sha256(body).hexdigest()
    text = "\n".join([f"POST {PATH}", nonce, timestamp, "", digest])
    response = hmac.new(PARTNER_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()
    parts = {"username": PARTNER, "nonce": nonce, "timestamp": timestamp, "response": response}
    return "Hmac " + ", ".join(f'{name}="{value}"' for name, value in parts.items())


def parse(payload):
    body = json.dumps(payload).encode()
    headers = {"Content-Type": "application/json", "Authorization": sign(body)}
    request = urllib.request.Request(URL + PATH, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        refused = json.load(error)
        raise SystemExit(f"Not decrypted: {refused['errCode']} {refused['errMessage']}") from error
    except OSError as error:
        raise SystemExit(f"Not decrypted: {error}. Send it again.") from error


parsed = parse(SWIPE)
# Never print or store the card number itself.
print(f"{parsed['meta']['mode']}: {parsed['track2']['masked']}, message {parsed['messageId']}")
