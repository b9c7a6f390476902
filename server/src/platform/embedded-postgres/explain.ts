import { join } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Place } from './place.ts'

type Known = readonly [pattern: RegExp, sentence: (place: Place) => string]

/** What Postgres says while anything of an earlier server lives, or is about to. */
export const STILL_THERE = /pre-existing shared memory block|lock file ".*" (?:already exists|is empty)/

const known: readonly Known[] = [
  [
    /No space left on device/,
    ({ folder }) =>
      `The disk that holds ${folder} is full: free some space, then start again. Nothing that was saved is lost.`,
  ],
  [
    STILL_THERE,
    ({ cluster }) => `Another Postgres is still running on ${cluster}: stop it, then start again.`,
  ],
  [
    /database files are incompatible with server/,
    ({ cluster }) =>
      `The database in ${cluster} was made by another build of Postgres, which this release cannot read. Nothing was changed.`,
  ],
  [
    /wrong ownership|Permission denied|Operation not permitted/,
    ({ cluster, identity }) =>
      `Postgres, as the user ${identity?.name ?? 'who started Docketbox'}, may not read or write ${cluster}: give that user the folder and all in it.`,
  ],
  [
    /could not map anonymous shared memory|Cannot allocate memory|out of memory/,
    () => 'There is not enough memory for the database: free some, then start again.',
  ],
  [
    /could not look up effective user ID (\d+)/,
    () =>
      'Postgres wants the user it runs as to have a name on this system (a line in /etc/passwd): start as a user that has one, or set DATABASE_URL.',
  ],
  [
    /error while loading shared libraries|Library not loaded/,
    () =>
      'The embedded Postgres is not installed whole (its libraries are missing): run npm install without --ignore-scripts, or set DATABASE_URL.',
  ],
]

/** Turns what Postgres printed when it gave up into one sentence a person can act on. */
export function explain(output: string, place: Place): CannotStart {
  const sentence = known.find(([pattern]) => pattern.test(output))?.[1](place)
  const last = output.match(/(?:FATAL|PANIC|ERROR|error): .*/g)?.at(-1) ?? output.trim().split('\n').at(-1)
  return new CannotStart(
    sentence ?? `The database did not start: ${last} (its log is ${join(place.folder, 'postgres.log')}).`,
    { cause: output },
  )
}
