import { afterEach, expect, test, vi } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { unsuspendedMail } from './mails.ts'

const deps = { config: readEnvironment({}), publicUrl: 'https://docketbox.test' }
afterEach(() => vi.unstubAllEnvs())

test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'the mail after a suspension names the plan’s last day in Sydney from a server in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const ann = { email: 'ann@example.com', firstName: 'Ann', purgeAt: null }
    const endsOn = (end: string) =>
      unsuspendedMail(deps, ann, {
        ending: { endsAt: new Date(end), canResume: true },
        isRenewing: false,
      }).paragraphs[1]
    expect(endsOn('2026-11-30T13:00:00Z')).toContain('ends on 30 Nov 2026 ')
    expect(endsOn('2026-12-14T13:30:00Z')).toContain('ends on 15 Dec 2026 ')
  },
)
