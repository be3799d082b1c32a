"""Tells what happened to a payment.

    python3 status.py 323000000001   # an id that pay.py printed
"""
import sys

from sixdoors import find_status

if len(sys.argv) != 2:
    raise SystemExit("Usage: python3 status.py <transaction id>")

try:
    status = find_status(sys.argv[1])
except (OSError, ValueError) as error:
    raise SystemExit(f"No status: {error}. Ask again.") from error
if not status["found"]:
    print("Nothing was started. You can still pay with this id.")
else:
    word = "approved" if status["transaction_approved"] else "not approved"
    print(f"{status['authorization_message']}: {status['transaction_amount']:.2f}, {word}")
