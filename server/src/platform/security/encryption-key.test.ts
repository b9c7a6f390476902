import { randomBytes } from 'node:crypto'
import { startTestServer } from '#testing/harness.ts'
import { expect, test } from 'vitest'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { checkEncryptionKey, recordEncryptionKey } from './encryption-key.ts'

test('a process with another encryption key than the first one’s is refused', async () => {
  const { db, config, secrets } = (await startTestServer()).deps
  const encryptionKey = randomBytes(32)
  const others = { ...secrets, encryptionKey }
  await checkEncryptionKey(db, others, config)
  await Promise.all([recordEncryptionKey(db, secrets), recordEncryptionKey(db, secrets)])
  await recordEncryptionKey(db, others)
  await checkEncryptionKey(db, secrets, config)
  const check = (settings: object) => checkEncryptionKey(db, others, { ...config, ...settings })
  const rest = 'isn’t the encryption key of this database. Restore the original key.'
  await expect(check({})).rejects.toThrow(new CannotStart(`${config.DATA_DIR}/secrets.json ${rest}`))
  const configured = { ENCRYPTION_KEY: encryptionKey.toString('base64') }
  await expect(check(configured)).rejects.toThrow(new CannotStart(`ENCRYPTION_KEY ${rest}`))
})
