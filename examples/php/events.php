<?php
/**
 * Sends webhook events again that failed since a time, each to the endpoint that missed it.
 *
 *     php events.php 2026-11-17T08:00:00Z
 */
declare(strict_types=1);

require __DIR__ . '/sixdoors.php';

/** Returns the answer of the events API. */
function askEvents(array $fields): array
{
    $answer = postForm(EVENTS, $fields);
    return $answer === null || $answer['error'] ? fail('No events', $answer) : $answer;
}

/** Goes over all pages, newest first. */
function listEvents(string $since): iterable
{
    $page = ['action' => 'LIST_EVENTS', 'since' => $since, 'limit' => 100];
    do {
        $answer = askEvents($page);
        yield from $answer['events'];
        $page['cursor'] = $answer['next_cursor'];
    } while ($page['cursor'] !== null);
}

if ($argc !== 2) {
    fwrite(STDERR, "Usage: php events.php <time>, such as 2026-11-17T08:00:00Z\n");
    exit(1);
}

foreach (listEvents($argv[1]) as $event) {
    foreach ($event['deliveries'] as $delivery) {
        // An event that the endpoint did not choose has not failed.
        if ($delivery['state'] === 'failed' && $delivery['failure'] !== 'not_wanted') {
            ['event' => $name, 'event_id' => $id] = $event;
            $endpoint = $delivery['endpoint'];
            askEvents(['action' => 'SEND_EVENT', 'event_id' => $id, 'endpoint' => $endpoint]);
            echo "Sent again to endpoint $endpoint: $name $id\n";
        }
    }
}
