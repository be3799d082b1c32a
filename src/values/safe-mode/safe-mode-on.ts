/**
 * The gateway is a restored copy in safe mode, so it takes no payments and sends no email. Nothing was
 * stored or sent.
 */
export class SafeModeOn extends Error {
  override readonly name = "SafeModeOn";

  constructor() {
    super(
      "This gateway is a restored copy in safe mode. It takes no payments and sends no email. Try again later.",
    );
  }
}
