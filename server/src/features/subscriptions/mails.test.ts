import { afterEach, expect, test, vi } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { trialEndsMail, trialStartedMail } from './mails.ts'

const deps = { config: readEnvironment({}), publicUrl: 'https://docketbox.test' }
afterEach(() => vi.unstubAllEnvs())

test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'mails name the last day of a trial in Sydney from a server in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const ending = (periodEnd: string) => ({
      email: 'ann@example.com',
      firstName: 'Ann',
      periodEnd: new Date(periodEnd),
      nextStartsAt: null,
    })
    const { subject, heading } = trialEndsMail(deps, ending('2026-11-30T13:00:00Z'))
    expect([subject, heading]).toEqual([
      'Your free trial ends on 30 Nov 2026',
      'Your trial ends on 30 Nov 2026',
    ])
    const [until] = trialStartedMail(deps, ending('2026-12-14T13:30:00Z')).paragraphs
    expect(until).toContain('until 15 Dec 2026.')
  },
)
