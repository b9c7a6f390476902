import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const version = 1
const ivBytes = 12
const tagBytes = 16
const headerBytes = 1 + ivBytes + tagBytes

/**
 * Encrypts and authenticates with AES-256-GCM, with a new nonce each time.
 * @param context the purpose of the bytes, such as `lodgement.incomes`; decrypting needs the same.
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
 * Decrypts the result of `encrypt`.
 * @throws when a byte was changed, or the key or context differs.
 */
export function decrypt(key: Uint8Array, context: string, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted)
  if (bytes[0] !== version || bytes.length < headerBytes) throw new Error('Not encrypted by this product.')
  const iv = bytes.subarray(1, 1 + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(1 + ivBytes, headerBytes))
  return Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()])
}

/** Does the same, for what an earlier key may have encrypted. @returns undefined when it can't be decrypted. */
export function tryDecrypt(key: Uint8Array, context: string, encrypted: Uint8Array): Buffer | undefined {
  try {
    return decrypt(key, context, encrypted)
  } catch {
    return undefined
  }
}
