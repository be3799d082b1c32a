/** Puts the areas together. Logins stay in closures, so that no print of the client shows them. */

import { type Events, openEvents } from "./events/events.ts";
import { openManagement } from "./management/management.ts";
import type { Management } from "./management/management-types.ts";
import { type ClientOptions, readConnection } from "./options.ts";
import { openParser, type Parser } from "./parser/parser.ts";
import { openGateway } from "./payments/gateway.ts";
import { openPayments, type Payments } from "./payments/payments.ts";
import { openStatus, type Status } from "./payments/status.ts";
import { openPos, type Pos } from "./pos/pos.ts";
import { openReports, type Reports } from "./reports/reports.ts";

export interface Client {
  /** Charge, authorize, capture, refund, store: cards and bank accounts. */
  readonly payments: Payments;
  /** What happened to a payment. */
  readonly status: Status;
  /** Past webhook events, to list and to send again. */
  readonly events: Events;
  /** Transactions as rows. */
  readonly reports: Reports;
  /** Decrypts the data of encrypting terminals. */
  readonly parser: Parser;
  /** Users, catalog and sales of a point of sale. */
  readonly pos: Pos;
  /** Partners, clients, locations, users, devices, attestations. */
  readonly management: Management;
}

export function createClient(options: ClientOptions): Client {
  const connection = readConnection(options);
  const gateway = openGateway(connection, options.account);
  return Object.freeze({
    payments: openPayments(gateway),
    status: openStatus(gateway),
    events: openEvents(gateway),
    reports: openReports(gateway),
    parser: openParser(connection, options.partner),
    pos: openPos(connection, options.pos, options.account),
    management: openManagement(connection, options.management),
  });
}
