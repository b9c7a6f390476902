import { adminEndpoints, adminRefusals, type Subscriber } from '@docketbox/contract/admin/endpoints'
import { subscriptionEndpoints, subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import SubscribersPage from './page.tsx'

const ann: Subscriber = {
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

const counts = fake(adminEndpoints.countSubscribers, () => ({
  all: 45,
  withoutPlan: 3,
  byPlan: [{ planName: 'Trial', total: 42 }],
}))

const shares = fake(adminEndpoints.listShares, () => ({
  docs: (['active', 'revoked', 'expired'] as const).map((status) => ({
    status,
    createdAt: '2026-11-22T02:00:00.000Z',
    until: '2027-02-20',
    lastAccessAt: null,
  })),
}))

const onList = vi.fn<(query: object) => void>()
const january = {
  currentPeriodStart: '2026-01-05T00:00:00.000Z',
  currentPeriodEnd: '2026-02-04T00:00:00.000Z',
}
type Wait = (query: { email?: string | undefined }) => unknown
function list(people: Subscriber[], totalPages = 3, dates = january, wait?: Wait) {
  return fake(adminEndpoints.listSubscribers, async ({ query }) => {
    onList(query)
    await wait?.(query)
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

const open = () => renderScreen(<SubscribersPage />, { path: '/admin-dashboard' })
beforeEach(() => signInAs('Admin'))

const findPerson = () => screen.findByRole('button', { name: /Ann Lee/ })

test('selecting a plan filters the list and goes to page 1', async () => {
  serveFakes(counts, list([ann]))
  const { user, router } = open()
  await findPerson()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(onList).toHaveBeenLastCalledWith(expect.objectContaining({ page: '2' })))
  await user.click(await screen.findByRole('button', { name: 'Trial 42' }))
  await waitFor(() =>
    expect(onList).toHaveBeenLastCalledWith(expect.objectContaining({ plan: 'Trial', page: '1' })),
  )
  expect(router.state.location.search).toBe('?plan=Trial')
})

test('a search is sent once typing stops', async () => {
  serveFakes(counts, list([ann]))
  const { user } = open()
  await findPerson()
  await user.type(screen.getByRole('searchbox'), 'ann@')
  await waitFor(() => expect(onList).toHaveBeenLastCalledWith(expect.objectContaining({ email: 'ann@' })))
  expect(onList).not.toHaveBeenCalledWith(expect.objectContaining({ email: 'a' }))
})

test('who is listed can be opened until the search has results', async () => {
  const bob = {
    ...ann,
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535',
    firstName: 'Bob',
    email: 'bob@example.com',
  }
  const search = Promise.withResolvers<void>()
  serveFakes(
    counts,
    shares,
    list([ann, bob], 1, january, ({ email }) => email && search.promise),
  )
  const { user } = open()
  await findPerson()
  await user.type(screen.getByRole('searchbox'), 'bob@')
  await waitFor(() => expect(screen.getByRole('table').closest('[aria-busy=true]')).toBeTruthy())
  await user.click(screen.getByRole('button', { name: /ann@example/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Ann Lee' })
  search.resolve()
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  expect(screen.queryByRole('button', { name: /ann@example/, hidden: true })).toBeNull()
  expect(dialog.isConnected).toBe(true)
})

test('suspending asks first, sends the reason and confirms it', async () => {
  const onSend = vi.fn<(...args: unknown[]) => void>()
  const setStatus = fake(adminEndpoints.setStatus, ({ params, body }) => {
    onSend(params, body)
    return {
      message: 'User suspended successfully!',
      user: { ...ann, status: 'suspended' as const, isSuspended: true },
    }
  })
  serveFakes(counts, shares, list([ann]), setStatus)
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.type(dialog.getByLabelText(/Reason/), 'Chargebacks')
  expect(onSend).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('User suspended successfully!')).toBeTruthy()
  expect(onSend).toHaveBeenCalledWith({ userId: ann._id }, { isSuspended: true, reason: 'Chargebacks' })
})

test('a refused suspension keeps the dialog open and shows the reason', async () => {
  serveFakes(
    counts,
    shares,
    list([ann]),
    fake(adminEndpoints.setStatus, () => refuse(adminRefusals.notAbove)),
  )
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText(adminRefusals.notAbove.message)).toBeTruthy()
})

test('a plan is created with comma-separated features, and a taken name keeps the input', async () => {
  const onSend = vi.fn<(...args: unknown[]) => void>()
  const create = fake(subscriptionEndpoints.subscribe, ({ body }) => {
    onSend(body)
    return refuse(subscriptionRefusals.nameTaken)
  })
  serveFakes(counts, list([ann]), create)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Create plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a subscription plan' }))
  await user.type(dialog.getByLabelText('Plan'), 'Yearly')
  await user.type(dialog.getByLabelText('Price'), '49.90')
  await user.type(dialog.getByLabelText('Description'), 'A whole year')
  await user.type(dialog.getByLabelText('Features'), 'All of Pro, , One price')
  await user.click(dialog.getByRole('button', { name: 'Create plan' }))
  expect(await dialog.findByText(subscriptionRefusals.nameTaken.message)).toBeTruthy()
  expect(onSend).toHaveBeenCalledWith({
    plan: 'Yearly',
    price: 49.9,
    months: 1,
    description: 'A whole year',
    feature: ['All of Pro', 'One price'],
    isActive: true,
  })
  expect(dialog.getByLabelText<HTMLInputElement>('Plan').value).toBe('Yearly')
})

test('a search without matches says what to try', async () => {
  serveFakes(counts, list([], 1))
  open()
  expect(await screen.findByText('No matching subscribers.')).toBeTruthy()
})

test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'a plan’s dates are those in Sydney for an administrator in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const dates = {
      currentPeriodStart: '2026-10-31T13:00:00.000Z',
      currentPeriodEnd: '2026-11-30T13:00:00.000Z',
    }
    serveFakes(counts, shares, list([ann], 1, dates))
    const { user } = open()
    expect(await screen.findByText('1 Nov 2026')).toBeTruthy()
    expect(screen.getByText('30 Nov 2026')).toBeTruthy()
    await user.click(await findPerson())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('1 Nov 2026')).toBeTruthy()
    expect(dialog.getByText('30 Nov 2026')).toBeTruthy()
    vi.unstubAllEnvs()
  },
)

test('a person’s details say that they share, but neither with whom nor what', async () => {
  serveFakes(counts, shares, list([ann]))
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  expect(await dialog.findByText('1 active, until 20 Feb 2027; 2 ended')).toBeTruthy()
})

const details = { _id: ann._id, user: ann, planName: 'Trial', ...january, period: 'Expired' as const }

test('a person’s details show the months they’ve paid for after their trial', async () => {
  const paid = {
    planName: 'Pro',
    startsAt: '2026-02-28T13:00:00.000Z',
    endsAt: '2026-03-31T13:00:00.000Z',
  }
  const person = fake(adminEndpoints.findSubscriber, () => ({
    ...details,
    upcoming: paid,
    unpaidRenewal: null,
  }))
  serveFakes(counts, shares, list([ann]), person)
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  expect(await dialog.findByText('Pro, 1 Mar 2026 to 31 Mar 2026')).toBeTruthy()
  expect(dialog.getByText('Trial')).toBeTruthy()
})

test('a person’s details say that their renewal isn’t paid yet', async () => {
  const unpaid = { ...details, planName: 'Pro', upcoming: null, unpaidRenewal: { planName: 'Pro' } }
  const person = fake(adminEndpoints.findSubscriber, () => unpaid)
  serveFakes(counts, shares, list([ann]), person)
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  expect(await dialog.findByText('Pro: not paid yet, and we keep trying')).toBeTruthy()
})

test('a link from elsewhere opens a person, whose links lead to their payments, messages and audit entries', async () => {
  signInAs('Super Admin')
  const person = fake(adminEndpoints.findSubscriber, ({ params }) => {
    if (params.userId !== ann._id) return refuse(adminRefusals.userNotFound)
    return { ...details, upcoming: null, unpaidRenewal: null }
  })
  serveFakes(counts, shares, list([ann]), person)
  const path = '/admin-dashboard'
  const { user, router } = renderScreen(<SubscribersPage />, { path, at: `${path}?person=${ann._id}` })
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  const linkTo = (name: string) => dialog.getByRole('link', { name }).getAttribute('href')
  expect(linkTo('Payments')).toBe(`/admin-dashboard/payments?user=${ann._id}`)
  expect(linkTo('Messages')).toBe('/admin-dashboard/messages?email=ann%40example.com')
  expect(linkTo('Audit log')).toBe('/admin-dashboard/audit-log?email=ann%40example.com')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await router.navigate(`${path}?person=${crypto.randomUUID()}`)
  expect(await screen.findByText('We couldn’t find this user.')).toBeTruthy()
})
