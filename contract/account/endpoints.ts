import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { credentialsBody } from '../profile/credentials.ts'
import { profileRefusals } from '../profile/texts.ts'
import { refusals } from '../core/refusal.ts'

/** How long a closed account can be reopened. */
export const CLOSING_GRACE_DAYS = 30

export const accountRefusals = refusals('account', {
  administratorStays: [403, 'Administrators can’t close their account here.'],
})

export const accountEndpoints = {
  exportAll: endpoint('GET /api/user/export', {
    right: 'account:read',
    summary:
      'All of the caller’s data as one zip: every file and version, lists, profile, payments and account history. It can be resumed with Range and If-Range for a day, unless something has changed.',
    response: file,
    event: 'dataDownloaded',
    cost: 'archive',
    limits: [{ per: 'account', max: 10, windowSeconds: 3600 }],
  }),
  close: endpoint('POST /api/user/close', {
    right: 'account:write',
    summary:
      'Closes the caller’s account: logs out every device, cancels a subscription and deletes everything after 30 days.',
    body: credentialsBody,
    response: z.object({ message: z.string(), purgeAt: z.iso.datetime() }),
    event: 'accountClosed',
    refusals: [accountRefusals.administratorStays, profileRefusals.freshLogInNeeded],
    limits: [{ per: 'account', max: 20, windowSeconds: 3600 }],
  }),
}
