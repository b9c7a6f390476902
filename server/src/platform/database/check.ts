import { sql } from 'kysely'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Db } from './database.ts'

const OLDEST = 15

const sentences: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'there is no machine of that name',
  ENOENT: 'there is no socket at that path',
  ETIMEDOUT: 'the machine does not answer',
  '28P01': 'it refuses the user or the password',
  '28000': 'it does not admit that user',
  '3D000': 'it has no database of that name',
  '57P03': 'it is still starting',
}

/** Connects once, so that a wrong DATABASE_URL is one clear sentence. */
export async function checkDatabase(db: Db): Promise<void> {
  const version = await sql<{ number: number }>`select current_setting('server_version_num')::int as number`
    .execute(db)
    .then(({ rows }) => rows[0]!.number, refuse)
  if (version >= OLDEST * 10_000) return
  const found = Math.floor(version / 10_000)
  throw new CannotStart(`DATABASE_URL names a Postgres ${found}, and Docketbox needs ${OLDEST} or newer.`)
}

function refuse(cause: Error & { code?: string }): never {
  const why = sentences[cause.code ?? ''] ?? cause.message
  throw new CannotStart(`DATABASE_URL names a database that cannot be used: ${why}.`, { cause })
}
