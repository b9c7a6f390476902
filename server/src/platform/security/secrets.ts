import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Environment } from '#platform/config/environment.ts'
import { syncFolder } from '#platform/storage/sync-folder.ts'

export type Secrets = {
  /** Signs access tokens. */
  readonly sessionKey: Uint8Array
  /** 32 bytes, for encrypted columns. */
  readonly encryptionKey: Uint8Array
}

const storedSecrets = z.object({ sessionSecret: z.string().min(32), encryptionKey: z.base64() })

/** The configured secrets. Those that are unset are created at the first start and stored in DATA_DIR. */
export async function loadSecrets(config: Environment): Promise<Secrets> {
  const { SESSION_SECRET, ENCRYPTION_KEY } = config
  const stored = SESSION_SECRET && ENCRYPTION_KEY ? undefined : await readOrCreate(config.DATA_DIR)
  return {
    sessionKey: new TextEncoder().encode(SESSION_SECRET ?? stored!.sessionSecret),
    encryptionKey: Buffer.from(ENCRYPTION_KEY ?? stored!.encryptionKey, 'base64'),
  }
}

async function readOrCreate(dataDir: string): Promise<z.infer<typeof storedSecrets>> {
  const path = join(dataDir, 'secrets.json')
  const text = await readFile(path, 'utf8').catch(ifMissing(undefined))
  if (text !== undefined) return storedSecrets.parse(JSON.parse(text))
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(
    JSON.stringify({
      sessionSecret: randomBytes(48).toString('base64url'),
      encryptionKey: randomBytes(32).toString('base64'),
    }),
  )
  await file.sync()
  await file.close()
  // Atomic: if two processes start at once, both use the first one's.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncFolder(dataDir)
  return readOrCreate(dataDir)
}

function ifMissing<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }
}
