import {
  type Invitation,
  invitationEndpoints,
  invitationRefusals,
} from '@docketbox/contract/invitations/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { Invitations } from './invitations.tsx'

let stored: Invitation[]
const onCreate = vi.fn<(body: object) => void>()
beforeEach(() => {
  stored = []
  signInAs('Super Admin')
})

const list = fake(invitationEndpoints.list, () => ({
  docs: stored,
  page: 1,
  totalPages: 1,
  totalDocs: stored.length,
}))
const create = fake(invitationEndpoints.create, ({ body }) => {
  onCreate(body)
  const created: Invitation = {
    ...body,
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
    status: 'open',
    createdAt: '2026-03-01T00:00:00.000Z',
    expiresAt: '2026-03-04T00:00:00.000Z',
  }
  stored = [created]
  return created
})
const withdraw = fake(invitationEndpoints.withdraw, () => {
  stored = stored.map((one) => ({ ...one, status: 'withdrawn' as const }))
  return stored[0]!
})

test('an administrator is invited, and the invitation withdrawn', async () => {
  serveFakes(list, create, withdraw)
  const { user } = renderScreen(<Invitations />)
  await user.type(screen.getByLabelText('Email'), 'new@example.com')
  await user.selectOptions(screen.getByLabelText('Role'), 'Super Admin')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw the invitation for new@example.com' }))
  expect(await screen.findByText(/Withdrawn/)).toBeTruthy()
  expect(onCreate).toHaveBeenCalledWith({ email: 'new@example.com', role: 'Super Admin' })
})

test('people who already have an account can’t be invited', async () => {
  serveFakes(
    list,
    fake(invitationEndpoints.create, () => refuse(invitationRefusals.alreadyMember)),
  )
  const { user } = renderScreen(<Invitations />)
  await user.type(screen.getByLabelText('Email'), 'ann@example.com{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(invitationRefusals.alreadyMember.message)
})
