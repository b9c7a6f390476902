import { authEndpoints, authRefusals } from '@docketbox/contract/auth/endpoints'
import { googleEndpoints } from '@docketbox/contract/auth/google'
import { secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, tokenUntil } from '#testing/render.tsx'
import { signedInAs } from '../testing/user.ts'
import LoginPage from './page.tsx'

const token = tokenUntil(Date.now() + 3_600_000)
const options = fake(googleEndpoints.options, () => ({ google: true }))
const open = (at = '/login') => renderScreen(<LoginPage />, { path: '/login', at })

describe('two-step login', () => {
  test('asks for the code once the password is right', async () => {
    serveFakes(
      options,
      fake(authEndpoints.signIn, ({ body }) => {
        if (body.secondFactor === undefined) return refuse(secondFactorRefusals.codeNeeded)
        if (body.secondFactor !== '123456') return refuse(secondFactorRefusals.wrongCode)
        return signedInAs({ leadsTo: '/admin-dashboard', hasSecondFactor: true }, token)
      }),
    )
    const { user } = open()
    await user.type(screen.getByLabelText('Email'), 'ann@example.com')
    await user.type(screen.getByLabelText('Password'), 'purple wombat sings{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(secondFactorRefusals.codeNeeded.message)
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
    // Phones would autocorrect a recovery code, or a password that’s shown.
    for (const label of ['Code', 'Password'])
      expect(screen.getByLabelText(label).getAttribute('autocorrect')).toBe('off')
    await user.type(screen.getByLabelText('Code'), '000000{Enter}')
    expect(await screen.findByText(secondFactorRefusals.wrongCode.message)).toBeTruthy()
    expect(screen.queryByText(secondFactorRefusals.codeNeeded.message)).toBeNull()
    await user.clear(screen.getByLabelText('Code'))
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/admin-dashboard')
  })

  test('also asks for the code after Google', async () => {
    serveFakes(
      options,
      fake(googleEndpoints.finish, ({ body }) =>
        body.secondFactor === '123456'
          ? signedInAs({ leadsTo: '/dashboard' }, token)
          : refuse(secondFactorRefusals.codeNeeded),
      ),
    )
    const { user } = open('/login#google=one-time')
    const code = await screen.findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    await user.keyboard('123456{Enter}')
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
  })
})

test.each([
  ['the second step', secondFactorRefusals.codeNeeded],
  ['reopening', authRefusals.closed],
])('%s after Google offers a way back to the login, in case it took too long', async (_, refusal) => {
  serveFakes(
    options,
    fake(googleEndpoints.finish, () => refuse(refusal)),
  )
  const { user } = open('/login#google=one-time')
  await user.click(await screen.findByRole('link', { name: 'Back to Login' }))
  expect(await screen.findByLabelText('Password')).toBeTruthy()
})
