import { afterEach, expect, test, vi } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { unsuspendedMail } from './mails.ts'

const at = new Date('2026-11-24T00:00:00Z')
const deps = { config: readEnvironment({}), publicUrl: 'https://docketbox.test' }
afterEach(() => vi.unstubAllEnvs())

test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'the mail after a suspension names the plan’s last day in Sydney from a server in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const ann = { email: 'ann@example.com', firstName: 'Ann', purgeAt: null }
    const endsOn = (end: string) =>
      unsuspendedMail(deps, ann, { at, planEndsAt: new Date(end), isRenewing: false }).paragraphs[1]
    expect(endsOn('2026-11-30T13:00:00Z')).toContain('ends on 30 Nov 2026 ')
    expect(endsOn('2026-12-14T13:30:00Z')).toContain('ends on 15 Dec 2026 ')
  },
)

test('the mail after a suspension says when a closed account can be reopened, unless that day is over', () => {
  const mailTo = (purgeAt: string) =>
    unsuspendedMail(
      deps,
      { email: 'ann@example.com', firstName: 'Ann', purgeAt: new Date(purgeAt) },
      { at, planEndsAt: undefined, isRenewing: false },
    )
  const before = mailTo('2026-11-24T13:00:00Z')
  expect(before.paragraphs[0]).toContain('Until 24 Nov 2026 you can log in and reopen it.')
  expect(before.button).toBeDefined()
  const after = mailTo('2026-11-23T13:00:00Z')
  expect(after.paragraphs[0]).toContain('The time to reopen it is over, and we’ll delete it soon.')
  expect(after.paragraphs[0]).not.toContain('2026')
  expect(after.button).toBeUndefined()
})
