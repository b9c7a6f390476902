import { createHmac } from 'node:crypto'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import type { Db } from '#platform/database/database.ts'
import { encryptionKeySource, type Secrets } from './secrets.ts'

/** Records which key encrypts this database, if that isn't recorded yet. */
export async function recordEncryptionKey(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insertInto('encryptionKey')
    .values({ digest: digestOf(secrets) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws CannotStart if the key isn't the recorded one: each would encrypt what the other can't decrypt. */
export async function checkEncryptionKey(db: Db, secrets: Secrets, config: Environment): Promise<void> {
  const recorded = await db.selectFrom('encryptionKey').select('digest').executeTakeFirst()
  if (!recorded || recorded.digest.equals(digestOf(secrets))) return
  throw new CannotStart(
    `${encryptionKeySource(config)} isn’t the encryption key of this database. Restore the original key.`,
  )
}

function digestOf({ encryptionKey }: Secrets): Buffer {
  return createHmac('sha256', encryptionKey).update('docketbox encryption key').digest()
}
