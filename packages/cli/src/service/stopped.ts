/** The run can't go on: the message says why. What was found until then counts. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}
