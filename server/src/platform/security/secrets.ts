import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import { syncFolder } from '#platform/storage/folder/sync-folder.ts'

export type Secrets = {
  /** Signs access tokens. */
  readonly sessionKey: Uint8Array
  /** 32 bytes, for encrypted columns. */
  readonly encryptionKey: Uint8Array
}

export const storedSecrets = z.object({ sessionSecret: z.string().min(32), encryptionKey: z.base64() })
/** As DATA_DIR/secrets.json has them. */
export type StoredSecrets = z.infer<typeof storedSecrets>

/** The configured secrets. Those that are unset are created at the first start and stored in DATA_DIR. */
export async function loadSecrets(config: Environment): Promise<Secrets> {
  const { SESSION_SECRET, ENCRYPTION_KEY } = config
  const stored = SESSION_SECRET && ENCRYPTION_KEY ? undefined : await readOrCreate(config.DATA_DIR)
  return {
    sessionKey: new TextEncoder().encode(SESSION_SECRET ?? stored!.sessionSecret),
    encryptionKey: Buffer.from(ENCRYPTION_KEY ?? stored!.encryptionKey, 'base64'),
  }
}

/**
 * Gives a new DATA_DIR the secrets of a backup, as far as they aren't configured.
 * @throws CannotStart when the configuration or DATA_DIR has another encryption key.
 */
export async function restoreSecrets(config: Environment, restored: StoredSecrets): Promise<void> {
  if (!config.SESSION_SECRET || !config.ENCRYPTION_KEY) await storeOnce(config.DATA_DIR, restored)
  const { encryptionKey } = await loadSecrets(config)
  if (!Buffer.from(restored.encryptionKey, 'base64').equals(encryptionKey)) {
    const advice = config.ENCRYPTION_KEY
      ? 'Leave it out: the backup includes the right one.'
      : 'Restore into a new DATA_DIR, or move that file away if it’s only there because the product was started by mistake.'
    throw new CannotStart(
      `${encryptionKeySource(config)} isn’t the encryption key of this backup, so its encrypted columns couldn’t be read. ${advice}`,
    )
  }
}

/** The setting or file that the encryption key comes from. */
export function encryptionKeySource({ ENCRYPTION_KEY, DATA_DIR }: Environment): string {
  return ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : secretsPath(DATA_DIR)
}

/** Where secrets that aren't configured are. */
export function secretsPath(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

async function readOrCreate(dataDir: string): Promise<StoredSecrets> {
  const path = secretsPath(dataDir)
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new CannotStart(`${path} can’t be read (${cause.code}).`, { cause })
  })
  if (text !== undefined) return parseStored(path, text)
  await storeOnce(dataDir, {
    sessionSecret: randomBytes(48).toString('base64url'),
    encryptionKey: randomBytes(32).toString('base64'),
  })
  return readOrCreate(dataDir)
}

/** Stores secrets in DATA_DIR, unless it has some. */
async function storeOnce(dataDir: string, secrets: StoredSecrets): Promise<void> {
  const path = secretsPath(dataDir)
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(JSON.stringify(secrets))
  await file.sync()
  await file.close()
  // Atomic: if two processes start at once, both use the first one's.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncFolder(dataDir)
}

function parseStored(path: string, text: string): StoredSecrets {
  try {
    return storedSecrets.parse(JSON.parse(text))
  } catch {
    // Without the cause, which quotes the secrets.
    throw new CannotStart(`${path} is damaged. Restore the original file: it has the encryption key.`)
  }
}
