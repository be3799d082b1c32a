"""What the other examples share: settings, and a form that is sent to the gateway.

The defaults are the test account and the test partner of a certification environment.
Only the standard library of Python 3.9 or later is needed.
"""
import json
import os
import urllib.parse
import urllib.request

URL = os.environ.get("SIXDOORS_URL", "http://127.0.0.1:8080")
ACCOUNT = os.environ.get("SIXDOORS_ACCOUNT", "120000000001")
KEY = os.environ.get("SIXDOORS_KEY", "11111111111111111111111111111111")
PARTNER = os.environ.get("SIXDOORS_PARTNER", "harbor")
PARTNER_KEY = os.environ.get("SIXDOORS_PARTNER_KEY", "harbor-certification-key-00000001")

PAYMENTS = "/api/qsapi/3.8"
STATUS = "/api/tsapi/3.8"
EVENTS = "/api/events/1.0"
TIMEOUT_SECONDS = 30


def post_form(path, fields):
    """Returns the answer. Raises OSError or ValueError if it is lost or not readable."""
    login = {"account_id": ACCOUNT, "api_accesskey": KEY, "response_format": "JSON"}
    body = urllib.parse.urlencode({**login, **fields}).encode()
    with urllib.request.urlopen(URL + path, data=body, timeout=TIMEOUT_SECONDS) as answer:
        return json.load(answer)


def reserve_id():
    """Returns an id for one payment. It is valid for 30 days."""
    try:
        answer = post_form(STATUS, {"action": "GET_TRANSACTION_ID"})
    except (OSError, ValueError) as error:
        raise SystemExit(f"No id: {error}. Nothing was charged.") from error
    if answer["error"]:
        raise SystemExit(f"No id: {answer['error_code']} {answer['error_message']}")
    return answer["transaction_id"]


def find_status(transaction_id):
    """Returns what happened to a payment."""
    fields = {"action": "GET_TRANSACTION_STATUS", "transaction_id": transaction_id}
    answer = post_form(STATUS, fields)
    if answer["error"]:
        raise SystemExit(f"No status: {answer['error_code']} {answer['error_message']}")
    return answer
