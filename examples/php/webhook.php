<?php
/**
 * Receives webhooks and verifies their signatures.
 *
 *     npx sixdoors listen --forward-to http://127.0.0.1:9000/   # prints the signing secret
 *     WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:9000 webhook.php
 */
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Whether the body was signed with our secret, a short time ago. */
function isGenuine(string $body, string $secret): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
    // While the secret is rotated, there are two signatures.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/** An event can come more than once, always with the same id. In production, use a table. */
function isNew(string $id): bool
{
    $folder = sys_get_temp_dir() . '/sixdoors-webhooks';
    @mkdir($folder);
    return @fopen($folder . '/' . sha1($id), 'x') !== false;
}

$secret = getenv('WEBHOOK_SECRET') ?: '';
$body = file_get_contents('php://input');
if ($secret === '') {
    http_response_code(503);
    error_log('Set WEBHOOK_SECRET. `npx sixdoors listen` prints it.');
} elseif (!isGenuine($body, $secret)) {
    http_response_code(401);
} elseif (isNew($_SERVER['HTTP_WEBHOOK_ID'])) {
    ['event' => $event, 'transaction' => $transaction] = json_decode($body, true);
    error_log($event . ' ' . ($transaction['transaction_id'] ?? ''));
}
