import { createHmac } from 'node:crypto'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import type { Db } from '#platform/database/database.ts'
import { encryptionKeySource, type Secrets } from './secrets.ts'

/** Records which key encrypts this database, unless that is recorded. */
export async function recordEncryptionKey(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insertInto('encryptionKey')
    .values({ digest: digestOf(secrets) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws CannotStart with another key than the recorded one: each would encrypt what the other can't read. */
export async function checkEncryptionKey(db: Db, secrets: Secrets, config: Environment): Promise<void> {
  const recorded = await db.selectFrom('encryptionKey').select('digest').executeTakeFirst()
  if (!recorded || recorded.digest.equals(digestOf(secrets))) return
  throw new CannotStart(
    `${encryptionKeySource(config)} isn’t the key that this database is encrypted with: bring that one back.`,
  )
}

function digestOf({ encryptionKey }: Secrets): Buffer {
  return createHmac('sha256', encryptionKey).update('docketbox encryption key').digest()
}
