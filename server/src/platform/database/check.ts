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
 * @throws CannotStart with one clear sentence when DATABASE_URL is wrong, the version too old, the encoding another, or the
 * user lacks a permission or an extension.
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
  await checkEncodingAndPermissions(db)
  for (const name of EXTENSIONS) await createExtension(db, name)
  return `${major}.${version % 10_000}`
}

async function checkEncodingAndPermissions(db: Db): Promise<void> {
  // Once the tables and the schema of the jobs exist, a user with fewer permissions is enough.
  const { rows } = await sql<{ encoding: string; canCreate: boolean }>`
    select current_setting('server_encoding') as encoding,
      (to_regclass('kysely_migration') is not null
        or coalesce(has_schema_privilege(current_schema(), 'create'), false))
      and (to_regnamespace('pgboss') is not null
        or has_database_privilege(current_database(), 'create')) as "canCreate"`.execute(db)
  const { encoding, canCreate } = rows[0]!
  if (encoding !== 'UTF8')
    throw new CannotStart(
      `DATABASE_URL names a database with the encoding ${encoding}, but Docketbox needs UTF8: create one with “encoding 'UTF8' template template0”.`,
    )
  if (!canCreate)
    throw new CannotStart(
      'DATABASE_URL names a user who may not create tables and schemas in the database: make that user its owner.',
    )
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
