/** Why a call of a test was refused. The message goes to the test as it is. */
export class TestCallError extends Error {
  override readonly name = "TestCallError";
}
