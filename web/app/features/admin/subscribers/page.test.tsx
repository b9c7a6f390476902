import { adminEndpoints } from '@docketbox/contract/admin/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { createdPlanEndpoints } from '@docketbox/contract/subscriptions/created-plan-endpoints'
import {
  subscriptionEndpoints,
  subscriptionRefusals,
  tooExpensive,
} from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { ann, counts, listSubscribers, shares } from '../testing/subscribers.ts'
import SubscribersPage from './page.tsx'

const path = '/admin-dashboard'
const open = (search = '') => renderScreen(<SubscribersPage />, { path, at: path + search })
beforeEach(() => signInAs('Admin'))

const onQuery = vi.fn<(query: object) => unknown>()
const findPerson = () => screen.findByRole('button', { name: /Ann Lee/ })

test('selecting a plan filters the list and goes to page 1', async () => {
  serveFakes(counts, listSubscribers([ann], { totalPages: 3, onQuery }))
  const { user, router } = open()
  await findPerson()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(onQuery).toHaveBeenLastCalledWith(expect.objectContaining({ page: '2' })))
  await user.click(await screen.findByRole('button', { name: 'Trial 42' }))
  await waitFor(() =>
    expect(onQuery).toHaveBeenLastCalledWith(expect.objectContaining({ plan: 'Trial', page: '1' })),
  )
  expect(router.state.location.search).toBe('?plan=Trial')
})

test('a search is sent once typing stops', async () => {
  serveFakes(counts, listSubscribers([ann], { totalPages: 3, onQuery }))
  const { user } = open()
  await findPerson()
  await user.type(screen.getByRole('searchbox'), 'ann@')
  await waitFor(() => expect(onQuery).toHaveBeenLastCalledWith(expect.objectContaining({ email: 'ann@' })))
  expect(onQuery).not.toHaveBeenCalledWith(expect.objectContaining({ email: 'a' }))
})

test('who is listed can be opened until the search has results', async () => {
  const bob = {
    ...ann,
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535',
    firstName: 'Bob',
    email: 'bob@example.com',
  }
  const search = Promise.withResolvers<void>()
  serveFakes(counts, shares, listSubscribers([ann, bob], { onQuery: ({ email }) => email && search.promise }))
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

test('a plan is created with comma-separated features, and a taken name keeps the input', async () => {
  const onSend = vi.fn<(...args: unknown[]) => void>()
  const create = fake(subscriptionEndpoints.subscribe, ({ body }) => {
    onSend(body)
    return refuse(subscriptionRefusals.nameTaken)
  })
  serveFakes(counts, listSubscribers([ann]), create)
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

test.each([
  ['a price that’s too high', 'Price', '10000', tooExpensive],
  ['too many features', 'Features', 'a,'.repeat(21), 'Enter at most 20 features.'],
  ['a long feature', 'Features', 'a'.repeat(121), 'A feature can have at most 120 characters.'],
])('%s is marked where a plan is created', async (_, label, typed, message) => {
  serveFakes(counts, listSubscribers([ann]))
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Create plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a subscription plan' }))
  await user.click(dialog.getByLabelText(label))
  await user.paste(typed)
  await user.click(dialog.getByRole('button', { name: 'Create plan' }))
  const field = dialog.getByLabelText(label)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const ids = field.getAttribute('aria-describedby')!.split(' ')
  expect(ids.map((id) => document.getElementById(id)!.textContent)).toContain(message)
})

test('a plan that was created with a wrong price can be withdrawn', async () => {
  let isOffered = true
  const plan = { _id: ann._id, name: 'Yearly', priceCents: 49_900, months: 12 }
  serveFakes(
    counts,
    listSubscribers([ann]),
    fake(createdPlanEndpoints.listCreated, () => ({
      docs: [{ ...plan, isOffered }],
      totalPages: 1,
      page: 1,
      totalDocs: 1,
    })),
    fake(createdPlanEndpoints.setOffered, ({ body }) => {
      isOffered = body.isOffered
      return { ...plan, isOffered }
    }),
  )
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Created plans' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Created plans' }))
  expect(await dialog.findByText('$499.00 every 12 months · On offer')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Withdraw Yearly' }))
  expect(await dialog.findByText('$499.00 every 12 months · Not on offer')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Offer Yearly' })).toBeTruthy()
})

test('an export that’s refused says why', async () => {
  const tooSoon = fake(adminEndpoints.exportSubscribers, () => refuse(commonRefusals.tooManyRequests))
  serveFakes(counts, listSubscribers([ann]), tooSoon)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText(commonRefusals.tooManyRequests.message)).toBeTruthy()
})

test.each([
  ['', 'No subscribers yet.'],
  ['?email=zoe', 'No matching subscribers.'],
  ['?plan=Pro', 'No matching subscribers.'],
])('without subscribers at %s, the list says “%s”', async (search, text) => {
  serveFakes(counts, listSubscribers([]))
  open(search)
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'a plan’s dates are those in Sydney for an administrator in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const dates = {
      currentPeriodStart: '2026-10-31T13:00:00.000Z',
      currentPeriodEnd: '2026-11-30T13:00:00.000Z',
    }
    serveFakes(counts, shares, listSubscribers([ann], { dates }))
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

test('plans whose people can’t be counted say so, and can still be chosen', async () => {
  const noCounts = fake(adminEndpoints.countSubscribers, () => refuse(commonRefusals.unexpected))
  serveFakes(noCounts, listSubscribers([ann]))
  const { user } = open()
  expect(await screen.findByText('We couldn’t count the people on each plan.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Trial' }))
  expect(screen.getByRole('button', { name: 'Trial', pressed: true }).textContent?.trim()).toBe('Trial')
})
