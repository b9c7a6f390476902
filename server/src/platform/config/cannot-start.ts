/** A reason not to start that a person can act on. `message` is all they are shown: no stack, exit code 1. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
