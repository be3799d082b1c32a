<?php
/**
 * Decrypts the data of an encrypting terminal. The request is signed with HMAC.
 *
 *     npx sixdoors                     # a test gateway on port 8080
 *     php parse.php
 */
declare(strict_types=1);

require __DIR__ . '/sixdoors.php';

const PARSER = '/api/decrypt/parser';
const SWIPE = [
    'deviceType' => 'generic',
    'deviceSerial' => 'GEN0000001',
    'ksn' => 'FFFF9876543210000001',
    // A published test vector of ANSI X9.24.
    'devicePayload' => 'AC421185C5E5BA0A1462DFBA5696DACE4D7C26323E7A514FFE05112449B5419D158D08AFAC174FEE',
    'reference' => 'order 7',
];

/** Returns the Authorization header. The key itself is not sent. */
function sign(string $body): string
{
    $partner = setting('SIXDOORS_PARTNER', 'harbor');
    $key = setting('SIXDOORS_PARTNER_KEY', 'harbor-certification-key-00000001');
    $nonce = bin2hex(random_bytes(16));
    $timestamp = (string) time();
    $text = implode("\n", ['POST ' . PARSER, $nonce, $timestamp, '', hash('sha256', $body)]);
    $response = hash_hmac('sha256', $text, $key);
    return "Authorization: Hmac username=\"$partner\", nonce=\"$nonce\", timestamp=\"$timestamp\", response=\"$response\"";
}

$body = json_encode(SWIPE);
$parsed = post(PARSER, $body, ['Content-Type: application/json', sign($body)]);
if ($parsed === null || !$parsed['success']) {
    $why = $parsed === null ? 'the gateway did not answer' : "{$parsed['errCode']} {$parsed['errMessage']}";
    fwrite(STDERR, "Not decrypted: $why\n");
    exit(1);
}
// Never print or store the card number itself.
echo "{$parsed['meta']['mode']}: {$parsed['track2']['masked']}, message {$parsed['messageId']}\n";
