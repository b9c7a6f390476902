import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 1
const ivBytes = 12
const tagBytes = 16
const headerBytes = 1 + ivBytes + tagBytes

/**
 * Encrypts and authenticates with AES-256-GCM. Every call takes a new nonce.
 * @param context what the bytes are, such as `lodgement.incomes`; opened only under the same name.
 */
export function encrypt(key: Uint8Array, context: string, plain: Uint8Array | string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(
    Buffer.from(context),
  )
  const body = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
}

/**
 * Opens what `seal` made.
 * @throws when a byte was changed, or the key or the context is another one.
 */
export function decrypt(key: Uint8Array, context: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== version || bytes.length < headerBytes) throw new Error('Not sealed by this product.')
  const iv = bytes.subarray(1, 1 + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(1 + ivBytes, headerBytes))
  return Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()])
}
