import { MB_BYTES } from '@docketbox/contract/core/units'
import { randomBytes, scrypt as scryptWithCallback, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { decrypt, encrypt } from '#platform/security/encryption.ts'
import { type Secrets, type StoredSecrets, storedSecrets } from '#platform/security/secrets.ts'

const scrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptWithCallback)

const SALT_BYTES = 16
const CONTEXT = 'backup.secrets'
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * MB_BYTES }

/** @param passphrase BACKUP_KEY. */
export async function encryptSecrets(
  passphrase: string,
  { sessionKey, encryptionKey }: Secrets,
): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const content: StoredSecrets = {
    sessionSecret: Buffer.from(sessionKey).toString(),
    encryptionKey: Buffer.from(encryptionKey).toString('base64'),
  }
  return Buffer.concat([salt, encrypt(await keyOf(passphrase, salt), CONTEXT, JSON.stringify(content))])
}

/** @throws CannotStart when the passphrase is another one. */
export async function decryptSecrets(passphrase: string, encrypted: Buffer): Promise<StoredSecrets> {
  const key = await keyOf(passphrase, encrypted.subarray(0, SALT_BYTES))
  try {
    const text = decrypt(key, CONTEXT, encrypted.subarray(SALT_BYTES)).toString()
    return storedSecrets.parse(JSON.parse(text))
  } catch (cause) {
    throw new CannotStart('BACKUP_KEY isn’t the one this backup was made with.', { cause })
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return scrypt(passphrase.normalize('NFC'), salt, 32, COST)
}
