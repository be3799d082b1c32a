/** The fields of every record. Numbers in parentheses are widths. */
import { layout } from "./layout.ts";

export const FILE_HEADER = layout("file header", {
  recordType: "9(1)",
  priorityCode: "9(2)",
  destination: "x(10)",
  origin: "x(10)",
  creationDate: "9(6)",
  creationTime: "x(4)",
  fileModifier: "x(1)",
  recordSize: "9(3)",
  blockingFactor: "9(2)",
  formatCode: "9(1)",
  destinationName: "x(23)",
  originName: "x(23)",
  referenceCode: "x(8)",
});

export const BATCH_HEADER = layout("batch header", {
  recordType: "9(1)",
  serviceClass: "9(3)",
  companyName: "x(16)",
  discretionaryData: "x(20)",
  companyId: "x(10)",
  entryClass: "x(3)",
  entryDescription: "x(10)",
  descriptiveDate: "x(6)",
  effectiveDate: "x(6)",
  settlementDate: "x(3)",
  originatorStatus: "x(1)",
  odfi: "9(8)",
  batchNumber: "9(7)",
});

const ENTRY_START = {
  recordType: "9(1)",
  transactionCode: "9(2)",
  routingNumber: "9(9)",
  accountNumber: "x(17)",
  amount: "9(10)",
} as const;
const ENTRY_END = {
  name: "x(22)",
  discretionaryData: "x(2)",
  addendaIndicator: "9(1)",
  traceNumber: "9(15)",
} as const;

/** ARC and RCK have the serial number of the check in `identification`. */
export const ENTRY = layout("entry", { ...ENTRY_START, identification: "x(15)", ...ENTRY_END });

export const POP_ENTRY = layout("entry", {
  ...ENTRY_START,
  identification: "x(9)",
  terminalCity: "x(4)",
  terminalState: "x(2)",
  ...ENTRY_END,
});

export const PAYMENT_ADDENDA = layout("addenda", {
  recordType: "9(1)",
  typeCode: "9(2)",
  information: "x(80)",
  addendaSequence: "9(4)",
  entrySequence: "9(7)",
});

/** The first fields of all returns and changes. */
const ANSWER_START = {
  recordType: "9(1)",
  typeCode: "9(2)",
  code: "x(3)",
  originalTrace: "9(15)",
} as const;

export const RETURN_ADDENDA = layout("addenda", {
  ...ANSWER_START,
  dateOfDeath: "x(6)",
  originalRdfi: "9(8)",
  information: "x(44)",
  traceNumber: "9(15)",
});

export const DISHONORED_ADDENDA = layout("addenda", {
  ...ANSWER_START,
  reserved: "x(6)",
  originalRdfi: "9(8)",
  reservedToo: "x(3)",
  returnTrace: "9(15)",
  returnSettlementDate: "x(3)",
  returnCode: "x(2)",
  information: "x(21)",
  traceNumber: "9(15)",
});

export const CONTESTED_ADDENDA = layout("addenda", {
  ...ANSWER_START,
  returnDate: "x(6)",
  originalRdfi: "9(8)",
  originalSettlementDate: "x(3)",
  returnTrace: "9(15)",
  returnSettlementDate: "x(3)",
  returnCode: "x(2)",
  dishonoredTrace: "9(15)",
  dishonoredSettlementDate: "x(3)",
  dishonoredCode: "x(2)",
  reserved: "x(1)",
  traceNumber: "9(15)",
});

export const CHANGE_ADDENDA = layout("addenda", {
  ...ANSWER_START,
  reserved: "x(6)",
  originalRdfi: "9(8)",
  correctedData: "x(29)",
  reservedToo: "x(15)",
  traceNumber: "9(15)",
});

export const REFUSED_CHANGE_ADDENDA = layout("addenda", {
  ...ANSWER_START,
  reserved: "x(6)",
  originalRdfi: "9(8)",
  correctedData: "x(29)",
  changeCode: "x(3)",
  changeSequence: "9(7)",
  reservedToo: "x(5)",
  traceNumber: "9(15)",
});

export const OTHER_ADDENDA = layout("addenda", {
  recordType: "9(1)",
  typeCode: "9(2)",
  information: "x(91)",
});

export const BATCH_CONTROL = layout("batch control", {
  recordType: "9(1)",
  serviceClass: "9(3)",
  entryCount: "9(6)",
  entryHash: "9(10)",
  debitTotal: "9(12)",
  creditTotal: "9(12)",
  companyId: "x(10)",
  authenticationCode: "x(19)",
  reserved: "x(6)",
  odfi: "9(8)",
  batchNumber: "9(7)",
});

export const FILE_CONTROL = layout("file control", {
  recordType: "9(1)",
  batchCount: "9(6)",
  blockCount: "9(6)",
  entryCount: "9(8)",
  entryHash: "9(10)",
  debitTotal: "9(12)",
  creditTotal: "9(12)",
  reserved: "x(39)",
});

export const RECORDS_PER_BLOCK = 10;
/** Fills the last block. */
export const FILL_RECORD = "9".repeat(94);
