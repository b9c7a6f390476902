import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { withCommandDeps } from '#commands/command-deps.ts'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { StoredSecrets } from '#platform/security/secrets.ts'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { startTestServer } from '#testing/harness.ts'
import { runVerify } from './backup.ts'

const otherSettings = {
  PUBLIC_URL: 'https://receipts.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'hello@example.com',
  SUPPORT_EMAIL: 'help@example.com',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  BUSINESS_ABN: '90 000 100 000',
}

let deps: Deps
let location: string
beforeAll(async () => {
  ;({ deps } = await startTestServer({ BACKUP_KEY }))
  location = await temporaryFolder()
  await backUp(deps, location)
})

test('in production, a backup can be restored when all settings were lost, and says where the secrets are', async () => {
  const { code, env, output } = await restoreElsewhere(location, { NODE_ENV: 'production' })
  expect(code).toBe(0)
  const path = join(env['DATA_DIR']!, 'secrets.json')
  expect(output.at(-1)).toBe(
    `Before you start the product, set SESSION_SECRET and ENCRYPTION_KEY to sessionSecret and encryptionKey in ${path}.`,
  )
  const { sessionSecret, encryptionKey } = JSON.parse(await readFile(path, 'utf8')) as StoredSecrets
  const settings = { ...env, ...otherSettings, SESSION_SECRET: sessionSecret, ENCRYPTION_KEY: encryptionKey }
  const used = await withCommandDeps(
    settings,
    () => undefined,
    ({ secrets }) => Promise.resolve(secrets),
  )
  expect(Buffer.from(used.encryptionKey)).toEqual(Buffer.from(deps.secrets.encryptionKey))
  expect(Buffer.from(used.sessionKey)).toEqual(Buffer.from(deps.secrets.sessionKey))
})

test('after a start by mistake, it says what to do about the key that this created', async () => {
  const DATA_DIR = await temporaryFolder()
  const path = join(DATA_DIR, 'secrets.json')
  const created = { sessionSecret: 'x'.repeat(32), encryptionKey: Buffer.alloc(32).toString('base64') }
  await writeFile(path, JSON.stringify(created))
  await expect(restoreElsewhere(location, { DATA_DIR })).rejects.toThrow(
    `${path} isn’t the encryption key of this backup, so its encrypted columns couldn’t be read. Restore into a new DATA_DIR, or move that file away if it’s only there because the product was started by mistake.`,
  )
})

test('a backup whose files can’t be read is one sentence', async () => {
  const copy = await temporaryFolder()
  await cp(location, copy, { recursive: true })
  await rm(join(copy, 'files'), { recursive: true })
  await writeFile(join(copy, 'files'), '')
  const sentence = new CannotStart(`${copy} can’t be read (ENOTDIR).`)
  await expect(runVerify({}, { location: copy }, () => undefined)).rejects.toThrow(sentence)
  await expect(restoreElsewhere(copy)).rejects.toThrow(sentence)
})
