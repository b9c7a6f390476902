import { expect, test } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { purgedMail } from './mails.ts'

test('the mail about a deleted account mentions copies in backups, if there are any', () => {
  const textOf = (env: Record<string, string>) =>
    purgedMail(
      { config: readEnvironment(env) },
      { email: 'ann@example.com', firstName: 'Ann' },
    ).paragraphs.join(' ')
  expect(textOf({ BACKUP_DIR: '/backups', BACKUP_KEY: Buffer.alloc(32).toString('base64') })).toContain(
    'backups',
  )
  expect(textOf({})).not.toContain('backups')
})
