import { sql } from 'kysely'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Db } from './database.ts'
import { isUniqueViolation } from './errors.ts'

const MIN_VERSION = 15

const explanations: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening at that address',
  ENOTFOUND: 'the host name is unknown',
  ENOENT: 'there is no socket at that path',
  ETIMEDOUT: 'the host doesn’t respond',
  '28P01': 'the user name or password is wrong',
  '28000': 'that user may not connect',
  '3D000': 'the database doesn’t exist',
  '57P03': 'it is still starting',
}

/** What the migrations need; the contrib modules of Postgres contain them. */
const EXTENSIONS = ['pg_trgm', 'btree_gin', 'fuzzystrmatch']

/**
 * @returns the version of Postgres, such as 18.4.
 * @throws CannotStart with one clear sentence when DATABASE_URL is wrong, the version too old or an extension missing.
 */
export async function checkDatabase(db: Db): Promise<string> {
  const version = await sql<{ number: number }>`select current_setting('server_version_num')::int as number`
    .execute(db)
    .then(({ rows }) => rows[0]!.number, refuse)
  const major = Math.floor(version / 10_000)
  if (version < MIN_VERSION * 10_000) {
    throw new CannotStart(
      `DATABASE_URL names a Postgres ${major}, but Docketbox needs ${MIN_VERSION} or newer.`,
    )
  }
  for (const name of EXTENSIONS) await createExtension(db, name)
  return `${major}.${version % 10_000}`
}

async function createExtension(db: Db, name: string): Promise<void> {
  try {
    await sql`create extension if not exists ${sql.ref(name)}`.execute(db)
  } catch (error) {
    // Another process created it at the same time.
    if (isUniqueViolation(error)) return
    throw new CannotStart(
      `Docketbox needs the Postgres extension ${name}, which this database user can’t create (${(error as Error).message}): have an administrator of the database run “create extension ${name}”.`,
      { cause: error },
    )
  }
}

function refuse(cause: Error & { code?: string }): never {
  const why = explanations[cause.code ?? ''] ?? cause.message
  throw new CannotStart(`DATABASE_URL can’t be used: ${why}.`, { cause })
}
