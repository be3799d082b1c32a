"""Charges a card exactly once, even if an answer gets lost.

    npx sixdoors                     # a test gateway on port 8080
    python3 pay.py                   # approved
    python3 pay.py 1.02              # declined
    python3 pay.py 1.90              # the answer of the card host gets lost

To pay again after a crash of this program, give it the saved id: python3 pay.py 12.34 323000000001
"""
import http.client
import sys
import time

from sixdoors import PAYMENTS, find_status, post_form, reserve_id

CARD = {
    "tender_type": "CARD",
    "card_number": "4111111111111111",  # a published test card
    "card_expiration": "1230",
}
WAIT_SECONDS = 40  # Sixdoors asks the card host for a lost outcome after 20 seconds.
PAUSE_SECONDS = 1
LOST = (OSError, http.client.HTTPException, ValueError)


def pay_once(transaction_id, payment):
    """Returns the answer of the payment or its status, or None if the outcome is not known yet."""
    give_up_at = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < give_up_at:
        try:
            answer = post_form(PAYMENTS, {**payment, "transaction_id": transaction_id})
            if is_final(answer):
                return answer
        except LOST as error:
            print(f"The answer is lost: {error}")
        status = wait_for_status(transaction_id, give_up_at)
        if status is None or status["found"]:
            return status
        # Nothing was started: send the same payment again, with the same id.
        time.sleep(PAUSE_SECONDS)
    return None


def is_final(answer):
    """With error 50000 the outcome is not known, except that NOT SENT is final."""
    is_known = answer.get("error_code", 50000) != 50000
    return is_known or answer.get("authorization_message") == "NOT SENT"


def wait_for_status(transaction_id, give_up_at):
    """Asks until the payment has an outcome or was not found."""
    while True:
        try:
            status = find_status(transaction_id)
            if status.get("authorization_message") != "IN PROGRESS":
                return status
        except LOST as error:
            print(f"The status is lost, too: {error}")
        if time.monotonic() > give_up_at:
            return None
        time.sleep(PAUSE_SECONDS)


def main(amount="12.34", transaction_id=None):
    transaction_id = transaction_id or reserve_id()
    print(f"Save this id with your order before you pay: {transaction_id}")
    payment = {"transaction_type": "SALE", "transaction_amount": amount, **CARD}
    result = pay_once(transaction_id, payment)
    if result is None:
        print(f"Not known yet. Do not pay again; ask later: python3 status.py {transaction_id}")
    elif result.get("transaction_approved"):
        print(f"Approved: {result['transaction_amount']:.2f}")
    else:
        print(f"Not charged: {result.get('authorization_message') or result['error_message']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
