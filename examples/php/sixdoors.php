<?php
/**
 * What the other examples share: settings, and requests to the gateway.
 *
 * The defaults are the test account and the test partner of a certification environment.
 * PHP 8.0 or later is enough; no extension is needed.
 */
declare(strict_types=1);

const PAYMENTS = '/api/qsapi/3.8';
const STATUS = '/api/tsapi/3.8';
const EVENTS = '/api/events/1.0';
const TIMEOUT_SECONDS = 30;

function setting(string $name, string $default): string
{
    return getenv($name) ?: $default;
}

/** Returns the answer, or null if it is lost or not readable. */
function post(string $path, string $body, array $headers): ?array
{
    $http = [
        'method' => 'POST',
        'header' => $headers,
        'content' => $body,
        'timeout' => TIMEOUT_SECONDS,
        'ignore_errors' => true, // Read the answer of an error, too.
    ];
    $url = setting('SIXDOORS_URL', 'http://127.0.0.1:8080') . $path;
    $answer = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    $read = $answer === false ? null : json_decode($answer, true);
    return is_array($read) ? $read : null;
}

function postForm(string $path, array $fields): ?array
{
    $login = [
        'account_id' => setting('SIXDOORS_ACCOUNT', '120000000001'),
        'api_accesskey' => setting('SIXDOORS_KEY', '11111111111111111111111111111111'),
        'response_format' => 'JSON',
    ];
    $body = http_build_query($login + $fields);
    return post($path, $body, ['Content-Type: application/x-www-form-urlencoded']);
}

/** Returns an id for one payment. It is valid for 30 days. */
function reserveId(): string
{
    $answer = postForm(STATUS, ['action' => 'GET_TRANSACTION_ID']);
    return $answer['transaction_id'] ?? fail('No id', $answer);
}

/** Returns what happened to a payment, or null if the answer is lost. */
function findStatus(string $id): ?array
{
    $answer = postForm(STATUS, ['action' => 'GET_TRANSACTION_STATUS', 'transaction_id' => $id]);
    if ($answer !== null && $answer['error']) {
        fail('No status', $answer);
    }
    return $answer;
}

function fail(string $what, ?array $answer): never
{
    $why = $answer === null ? 'the gateway did not answer' : "{$answer['error_code']} {$answer['error_message']}";
    fwrite(STDERR, "$what: $why\n");
    exit(1);
}
