import { secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { profileEndpoints, type Security } from '@docketbox/contract/profile/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { passwordAlone } from '#testing/security.ts'
import { TwoStepCard } from './card.tsx'

const on: Security = {
  ...passwordAlone,
  secondFactor: {
    ...passwordAlone.secondFactor,
    isOn: true,
    hasApp: true,
    since: '2026-03-01T00:00:00.000Z',
    recoveryCodesLeft: 10,
    hasSavedRecoveryCodes: true,
  },
}

test('on a phone, the key can be copied or opened in the app', async () => {
  signInAs('User')
  serveFakes(
    fake(profileEndpoints.beginSecondFactor, () => ({ secret: 'GEZDGNBV', uri: 'otpauth://totp/x' })),
  )
  const { user } = renderScreen(<TwoStepCard security={on} />)
  await user.click(screen.getByRole('button', { name: 'Move to another phone' }))
  await user.type(screen.getByLabelText('Password'), 'purple wombat sings{Enter}')
  const link = await screen.findByRole('link', { name: 'open it with the key' })
  expect(link.getAttribute('href')).toBe('otpauth://totp/x')
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('GEZDGNBV')
})

test('a set-up that finished although its response was lost can be cancelled', async () => {
  signInAs('User')
  serveFakes(
    fake(profileEndpoints.beginSecondFactor, () => ({ secret: 'GEZDGNBV', uri: 'otpauth://totp/x' })),
    fake(profileEndpoints.confirmSecondFactor, () => refuse(secondFactorRefusals.notBegun)),
  )
  const { user } = renderScreen(<TwoStepCard security={on} />)
  await user.click(screen.getByRole('button', { name: 'Move to another phone' }))
  await user.type(screen.getByLabelText('Password'), 'purple wombat sings{Enter}')
  await user.type(await screen.findByLabelText('2. Enter the code your app shows'), '123456{Enter}')
  expect(await screen.findByText(/you haven’t saved any recovery codes, create new ones/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'New recovery codes' })).toBeTruthy()
})
