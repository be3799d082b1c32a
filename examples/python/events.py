"""Sends webhook events again that failed since a time, each to the endpoint that missed it.

    python3 events.py 2026-11-17T08:00:00Z
"""
import sys

from sixdoors import EVENTS, post_form


def ask_events(fields):
    """Returns the answer of the events API."""
    try:
        answer = post_form(EVENTS, fields)
    except (OSError, ValueError) as error:
        raise SystemExit(f"No events: {error}. Start again.") from error
    if answer["error"]:
        raise SystemExit(f"No events: {answer['error_code']} {answer['error_message']}")
    return answer


def list_events(since):
    """Goes over all pages, newest first."""
    page = {"action": "LIST_EVENTS", "since": since, "limit": 100}
    while True:
        answer = ask_events(page)
        yield from answer["events"]
        if answer["next_cursor"] is None:
            return
        page["cursor"] = answer["next_cursor"]


if len(sys.argv) != 2:
    raise SystemExit("Usage: python3 events.py <time>, such as 2026-11-17T08:00:00Z")

for event in list_events(sys.argv[1]):
    for delivery in event["deliveries"]:
        # An event that the endpoint did not choose has not failed.
        if delivery["state"] == "failed" and delivery["failure"] != "not_wanted":
            endpoint = delivery["endpoint"]
            fields = {"action": "SEND_EVENT", "event_id": event["event_id"], "endpoint": endpoint}
            ask_events(fields)
            print(f"Sent again to endpoint {endpoint}: {event['event']} {event['event_id']}")
