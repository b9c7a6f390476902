import { adminEndpoints, type Subscriber } from '@docketbox/contract/admin/endpoints'
import { fake } from '#testing/fake-api.ts'

export const ann: Subscriber = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  username: 'ann',
  phoneNumber: '0412 345 678',
  role: 'User',
  status: 'active',
  isSuspended: false,
  suspendedReason: null,
  createdAt: '2026-01-05T00:00:00.000Z',
}

export const counts = fake(adminEndpoints.countSubscribers, () => ({
  all: 45,
  withoutPlan: 3,
  byPlan: [{ planName: 'Trial', total: 42 }],
}))

export const shares = fake(adminEndpoints.listShares, () => ({
  docs: (['active', 'revoked', 'expired'] as const).map((status) => ({
    status,
    createdAt: '2026-11-22T02:00:00.000Z',
    until: '2027-02-20',
    lastAccessAt: null,
  })),
}))

export const january = {
  currentPeriodStart: '2026-01-05T00:00:00.000Z',
  currentPeriodEnd: '2026-02-04T00:00:00.000Z',
}

type Listing = {
  totalPages?: number
  dates?: typeof january
  /** Called with each query; the list waits until it's done. */
  onQuery?: (query: { email?: string | undefined }) => unknown
}

/** Subscribers whose trial has expired, filtered by how their email addresses begin. */
export function listSubscribers(
  people: Subscriber[],
  { totalPages = 1, dates = january, onQuery }: Listing = {},
) {
  return fake(adminEndpoints.listSubscribers, async ({ query }) => {
    await onQuery?.(query)
    const found = people.filter(({ email }) => email.startsWith(query.email ?? ''))
    return {
      docs: found.map((user) => ({
        _id: user._id,
        user,
        planName: 'Trial',
        ...dates,
        period: 'Expired' as const,
      })),
      totalPages,
      page: Number(query.page ?? 1),
      totalDocs: 45,
      isCountCapped: false,
    }
  })
}
