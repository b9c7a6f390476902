import { join } from 'node:path'
import type { ClusterLocation } from './location.ts'

/** A reason not to start that the person at the terminal can act on; `message` is all they need to see. */
export class PostgresCannotStart extends Error {
  override name = 'PostgresCannotStart'
}

/** What Postgres prints while an earlier server is still running, or just about to. */
export const STILL_RUNNING = /pre-existing shared memory block|lock file ".*" (?:already exists|is empty)/

type KnownFailure = readonly [pattern: RegExp, sentence: (location: ClusterLocation) => string]

const knownFailures: readonly KnownFailure[] = [
  [
    /No space left on device/,
    ({ folder }) =>
      `The disk that holds ${folder} is full: free some space, then start again. No saved data is lost.`,
  ],
  [
    STILL_RUNNING,
    ({ cluster }) => `Another Postgres is still running on ${cluster}: stop it, then start again.`,
  ],
  [
    /wrong ownership|Permission denied|Operation not permitted/,
    ({ cluster, user }) =>
      `Postgres, as the user ${user?.name ?? 'who started Docketbox'}, can't read or write ${cluster}: give that user the folder and everything in it.`,
  ],
  [
    /could not look up effective user ID/,
    () =>
      'Postgres needs a user with a name (a line in /etc/passwd): start as a user that has one, or set DATABASE_URL.',
  ],
  [
    /error while loading shared libraries|Library not loaded/,
    () =>
      "The embedded Postgres isn't fully installed (its libraries are missing): run npm install without --ignore-scripts, or set DATABASE_URL.",
  ],
]

/** Turns what Postgres printed when it gave up into one sentence a person can act on. */
export function explain(output: string, location: ClusterLocation): PostgresCannotStart {
  const sentence = knownFailures.find(([pattern]) => pattern.test(output))?.[1](location)
  const lastLine =
    output.match(/(?:FATAL|PANIC|ERROR|error): .*/g)?.at(-1) ?? output.trim().split('\n').at(-1)
  return new PostgresCannotStart(
    sentence ??
      `The database didn't start: ${lastLine} (its log is ${join(location.folder, 'postgres.log')}).`,
    { cause: output },
  )
}
