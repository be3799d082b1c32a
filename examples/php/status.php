<?php
/**
 * Tells what happened to a payment.
 *
 *     php status.php 323000000001      # an id that pay.php printed
 */
declare(strict_types=1);

require __DIR__ . '/sixdoors.php';

if ($argc !== 2) {
    fwrite(STDERR, "Usage: php status.php <transaction id>\n");
    exit(1);
}

$status = findStatus($argv[1]) ?? fail('No status', null);
if (!$status['found']) {
    echo "Nothing was started. You can still pay with this id.\n";
} else {
    $word = $status['transaction_approved'] ? 'approved' : 'not approved';
    printf("%s: %.2f, %s\n", $status['authorization_message'], $status['transaction_amount'], $word);
}
