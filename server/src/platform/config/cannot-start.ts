/** A problem at start that the operator can fix. Only `message` is printed, and the exit code is 1. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
