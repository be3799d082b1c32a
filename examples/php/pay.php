<?php
/**
 * Charges a card exactly once, even if an answer gets lost.
 *
 *     npx sixdoors                     # a test gateway on port 8080
 *     php pay.php                      # approved
 *     php pay.php 1.02                 # declined
 *     php pay.php 1.90                 # the answer of the card host gets lost
 *
 * To pay again after a crash of this program, give it the saved id: php pay.php 12.34 323000000001
 */
declare(strict_types=1);

require __DIR__ . '/sixdoors.php';

const WAIT_SECONDS = 40; // Sixdoors asks the card host for a lost outcome after 20 seconds.
const PAUSE_SECONDS = 1;

/** Returns the answer of the payment or its status, or null if the outcome is not known yet. */
function payOnce(string $id, array $payment): ?array
{
    $giveUpAt = microtime(true) + WAIT_SECONDS;
    while (microtime(true) < $giveUpAt) {
        $answer = postForm(PAYMENTS, $payment + ['transaction_id' => $id]);
        if (isFinal($answer)) {
            return $answer;
        }
        echo "The answer is lost, or the outcome is not known.\n";
        $status = waitForStatus($id, $giveUpAt);
        if ($status === null || $status['found']) {
            return $status;
        }
        // Nothing was started: send the same payment again, with the same id.
        sleep(PAUSE_SECONDS);
    }
    return null;
}

/** With error 50000 the outcome is not known, except that NOT SENT is final. */
function isFinal(?array $answer): bool
{
    $isKnown = ($answer['error_code'] ?? 50000) !== 50000;
    return $isKnown || ($answer['authorization_message'] ?? '') === 'NOT SENT';
}

/** Asks until the payment has an outcome or was not found. */
function waitForStatus(string $id, float $giveUpAt): ?array
{
    while (true) {
        $status = findStatus($id);
        if ($status !== null && ($status['authorization_message'] ?? '') !== 'IN PROGRESS') {
            return $status;
        }
        if (microtime(true) > $giveUpAt) {
            return null;
        }
        sleep(PAUSE_SECONDS);
    }
}

$id = $argv[2] ?? reserveId();
echo "Save this id with your order before you pay: $id\n";
$result = payOnce($id, [
    'transaction_type' => 'SALE',
    'transaction_amount' => $argv[1] ?? '12.34',
    'tender_type' => 'CARD',
    'card_number' => '4111111111111111', // a published test card
    'card_expiration' => '1230',
]);
if ($result === null) {
    echo "Not known yet. Do not pay again; ask later: php status.php $id\n";
} elseif ($result['transaction_approved'] ?? false) {
    printf("Approved: %.2f\n", $result['transaction_amount']);
} else {
    echo 'Not charged: ', $result['authorization_message'] ?? $result['error_message'], "\n";
}
