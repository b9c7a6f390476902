import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { invitationEndpoints, invitationRefusals } from '@docketbox/contract/invitations/endpoints'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import AdminRegisterPage from './admin-register-page.tsx'
import { person } from '../testing/user.ts'

const open = (hash: string) =>
  renderScreen(<AdminRegisterPage />, { path: '/admin-register', at: `/admin-register${hash}` })

describe('signing up as an administrator', () => {
  test('takes address and role from the invitation', async () => {
    const sent = vi.fn<(body: object) => void>()
    serveFakes(
      fake(invitationEndpoints.open, () => ({
        email: 'boss@example.com',
        role: 'Super Admin' as const,
        expiresAt: '2026-03-01T00:00:00.000Z',
      })),
      fake(authEndpoints.signUp, ({ body }) => {
        sent(body)
        return { message: 'Kindly Verify Email!', user: { ...person, role: 'Super Admin' as const } }
      }),
    )
    const { user } = open('#invitation=secret')
    expect(await screen.findByText('Your invitation is for boss@example.com.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('boss@example.com')
    expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('Super Admin')
    await user.type(screen.getByLabelText('First name'), 'Ann')
    await user.type(screen.getByLabelText('Last name'), 'Lee')
    await user.type(screen.getByLabelText('Phone number'), '0412 345 678')
    await user.type(screen.getByLabelText('Password'), 'purple wombat sings')
    await user.selectOptions(screen.getByLabelText('Location'), 'Tasmania')
    await user.click(screen.getByRole('button', { name: 'Sign up' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/email_verify')
    expect(sent.mock.calls[0]![0]).toMatchObject({
      email: 'boss@example.com',
      role: 'Super Admin',
      invitation: 'secret',
    })
  })

  test('without an invitation says how one gets in; Admin is the role to start with', async () => {
    serveFakes()
    open('')
    expect(screen.getByRole('alert').textContent).toContain(invitationRefusals.badInvitation.message)
    expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('Admin')
  })

  test('with an expired invitation says so', async () => {
    serveFakes(fake(invitationEndpoints.open, () => refuse(invitationRefusals.badInvitation)))
    open('#invitation=old')
    expect((await screen.findByRole('alert')).textContent).toContain(invitationRefusals.badInvitation.message)
  })
})
