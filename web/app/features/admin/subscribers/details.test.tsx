import { adminEndpoints, adminRefusals, type Subscriber } from '@docketbox/contract/admin/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import { ann, counts, january, listSubscribers, shares } from '../testing/subscribers.ts'
import SubscribersPage from './page.tsx'

const open = () => renderScreen(<SubscribersPage />, { path: '/admin-dashboard' })
beforeEach(() => signInAs('Admin'))

const findPerson = () => screen.findByRole('button', { name: /Ann Lee/ })

test('suspending asks first, sends the reason and confirms it', async () => {
  const onSend = vi.fn<(...args: unknown[]) => void>()
  const setStatus = fake(adminEndpoints.setStatus, ({ params, body }) => {
    onSend(params, body)
    return {
      message: 'User suspended successfully!',
      user: { ...ann, status: 'suspended' as const, isSuspended: true },
    }
  })
  serveFakes(counts, shares, listSubscribers([ann]), setStatus)
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
    listSubscribers([ann]),
    fake(adminEndpoints.setStatus, () => refuse(adminRefusals.notAbove)),
  )
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText(adminRefusals.notAbove.message)).toBeTruthy()
})

test.each<[string, Partial<Subscriber>, string[]]>([
  ['a closed account', { status: 'closed' }, []],
  ['a closed account that’s suspended', { status: 'closed', isSuspended: true }, ['Unsuspend']],
  ['a Super Admin', { role: 'Super Admin' }, []],
])('%s has only buttons that work', async (_, changes, names) => {
  serveFakes(counts, shares, listSubscribers([{ ...ann, ...changes }]))
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  const buttons = dialog.queryAllByRole('button', { name: /uspend/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
})

test('a reason to suspend someone isn’t lost by leaving without a question', async () => {
  serveFakes(counts, shares, listSubscribers([ann]))
  const { user, router } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.type(dialog.getByLabelText(/Reason/), 'Chargebacks')
  void router.navigate('/admin-dashboard/payments')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
})

test.each([
  ['User', /We keep their receipts and cancel their subscription/],
  ['Admin', /straight away\.$/],
] as const)('suspending a %s says what that changes for them', async (role, text) => {
  serveFakes(counts, shares, listSubscribers([{ ...ann, role }]))
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(dialog.getByText(text)).toBeTruthy()
})

test('a suspension that’s under way can’t be closed as if it were cancelled', async () => {
  serveFakes(
    counts,
    shares,
    listSubscribers([ann]),
    fake(adminEndpoints.setStatus, () => new Promise<never>(() => undefined)),
  )
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Suspending…')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(dialog.getByText('Suspending…')).toBeTruthy()
})

test('a person’s details say that they share, but neither with whom nor what', async () => {
  serveFakes(counts, shares, listSubscribers([ann]))
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
  serveFakes(counts, shares, listSubscribers([ann]), person)
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  expect(await dialog.findByText('Pro, 1 Mar 2026 to 31 Mar 2026')).toBeTruthy()
  expect(dialog.getByText('Trial')).toBeTruthy()
})

test('a person’s details say that their renewal isn’t paid yet', async () => {
  const unpaid = { ...details, planName: 'Pro', upcoming: null, unpaidRenewal: { planName: 'Pro' } }
  const person = fake(adminEndpoints.findSubscriber, () => unpaid)
  serveFakes(counts, shares, listSubscribers([ann]), person)
  const { user } = open()
  await user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  expect(await dialog.findByText('Pro: not paid yet, but we’re still trying')).toBeTruthy()
})

test('a link from elsewhere opens a person, whose links lead to their payments, messages and audit entries', async () => {
  signInAs('Super Admin')
  const person = fake(adminEndpoints.findSubscriber, ({ params }) => {
    if (params.userId !== ann._id) return refuse(adminRefusals.userNotFound)
    return { ...details, upcoming: null, unpaidRenewal: null }
  })
  serveFakes(counts, shares, listSubscribers([ann]), person)
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

test('a linked person whose details can’t be loaded again stays open, with the reason that’s being typed', async () => {
  let isGone = false
  const asked = vi.fn<() => void>()
  const person = fake(adminEndpoints.findSubscriber, () => {
    asked()
    return isGone ? refuse(commonRefusals.unexpected) : { ...details, upcoming: null, unpaidRenewal: null }
  })
  serveFakes(counts, shares, listSubscribers([ann]), person)
  const path = '/admin-dashboard'
  const { user } = renderScreen(<SubscribersPage />, { path, at: `${path}?person=${ann._id}` })
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.type(dialog.getByLabelText(/Reason/), 'Chargebacks')
  isGone = true
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(screen.queryByText(commonRefusals.unexpected.message)).toBeNull())
  expect(dialog.getByLabelText<HTMLInputElement>(/Reason/).value).toBe('Chargebacks')
})

test('someone another administrator has just suspended isn’t suspended again, or unsuspended by mistake', async () => {
  let user = ann
  const person = fake(adminEndpoints.findSubscriber, () => ({
    ...details,
    user,
    upcoming: null,
    unpaidRenewal: null,
  }))
  const setStatus = fake(adminEndpoints.setStatus, ({ body }) => {
    expect(body).toEqual({ isSuspended: true, reason: 'Chargebacks' })
    return refuse(adminRefusals.alreadySuspended)
  })
  serveFakes(counts, shares, listSubscribers([ann]), person, setStatus)
  const page = open()
  await page.user.click(await findPerson())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Lee' }))
  await page.user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await page.user.type(dialog.getByLabelText(/Reason/), 'Chargebacks')
  user = { ...ann, status: 'suspended', isSuspended: true, suspendedReason: 'Spam' }
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await dialog.findByText('Spam')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText(adminRefusals.alreadySuspended.message)).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(dialog.getByRole('button', { name: 'Unsuspend' })).toBeTruthy()
})

test('a reason typed when the session ends is still there after logging in again, for the same person', async () => {
  const bob = { ...ann, _id: crypto.randomUUID(), firstName: 'Bob' }
  serveFakes(counts, shares, listSubscribers([ann, bob]))
  const openForm = async ({ user }: ReturnType<typeof open>, name = 'Ann Lee') => {
    await user.click(await screen.findByRole('button', { name: new RegExp(name) }))
    const dialog = within(await screen.findByRole('dialog', { name }))
    await user.click(dialog.getByRole('button', { name: 'Suspend' }))
    return dialog.findByLabelText<HTMLInputElement>(/Reason/)
  }
  const page = open()
  await page.user.type(await openForm(page), 'Chargebacks')
  logInAgain(page.unmount, 'Admin')
  const other = open()
  expect((await openForm(other, 'Bob Lee')).value).toBe('')
  other.unmount()
  expect((await openForm(open())).value).toBe('Chargebacks')
})
