import { secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { profileEndpoints, type Security } from '@docketbox/contract/profile/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { personWith } from '#features/subscriptions/testing'
import { storedUser } from '#platform/session/session.ts'
import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { passwordAlone } from '#testing/security.ts'
import SecurityPage from '../page.tsx'

const noDocs = { docs: [], page: 1, totalPages: 1, totalDocs: 0 }
let settings: Security

beforeEach(() => {
  settings = passwordAlone
  signInAs('User', { _id: personWith()._id, hasSecondFactor: false })
})

const turnOn = (changes: Partial<Security['secondFactor']>) => {
  const since = '2026-03-01T00:00:00.000Z'
  const secondFactor = { ...settings.secondFactor, isOn: true, since, recoveryCodesLeft: 10, ...changes }
  settings = { ...settings, secondFactor }
}

const serve = (...fakes: Parameters<typeof serveFakes>) =>
  serveFakes(
    fake(profileEndpoints.security, () => settings),
    fake(profileEndpoints.sessions, () => noDocs),
    fake(profileEndpoints.securityEvents, () => noDocs),
    fake(profileEndpoints.renewRecoveryCodes, () => {
      turnOn({ hasSavedRecoveryCodes: false })
      return { recoveryCodes: ['ccccc-ddddd'] }
    }),
    ...fakes,
  )
const open = () => renderScreen(<SecurityPage />, { path: '/profile/security' })
const proof = () => within(screen.getByRole('form', { name: 'Confirm it’s you' }))
const unsaved = /haven’t saved your recovery codes/
/** The button in the warning. */
const createNew = async () =>
  within((await screen.findByText(unsaved)).closest<HTMLElement>('[role=alert]')!).getByRole('button', {
    name: 'New recovery codes',
  })

async function createNewCodes(user: ReturnType<typeof renderScreen>['user']) {
  await user.click(await createNew())
  await user.type(proof().getByLabelText('Password'), 'purple wombat sings')
  await user.type(proof().getByLabelText('Code'), '654321{Enter}')
  expect(await screen.findByText('ccccc-ddddd')).toBeTruthy()
  // No one is logged out by these.
  expect(screen.getByText(/^Save these codes/)).toBeTruthy()
}

test('after a lost response to the first code, new recovery codes are offered until some are saved', async () => {
  const confirmed = vi.fn<(code: string) => void>()
  serve(
    fake(authEndpoints.loggedUser, () => personWith({ hasSecondFactor: settings.secondFactor.isOn })),
    fake(profileEndpoints.beginSecondFactor, () => ({ secret: 'GEZDGNBV', uri: 'otpauth://totp/x' })),
    fake(profileEndpoints.confirmSecondFactor, () => {
      if (settings.secondFactor.isOn) return refuse(secondFactorRefusals.notBegun)
      turnOn({ hasApp: true })
      throw new TypeError('Failed to fetch')
    }),
    fake(profileEndpoints.confirmRecoveryCodes, ({ body: { code } }) => {
      confirmed(code)
      if (confirmed.mock.calls.length === 1) throw new TypeError('Failed to fetch')
      turnOn({ hasSavedRecoveryCodes: true })
      return { message: 'Saved.' }
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  await user.type(proof().getByLabelText('Password'), 'purple wombat sings{Enter}')
  await user.type(await screen.findByLabelText('2. Enter the code your app shows'), '123456{Enter}')
  expect(await createNew()).toBeTruthy()
  expect(screen.queryByText(/recovery codes left/)).toBeNull()
  await waitFor(() => expect(storedUser()).toMatchObject({ hasSecondFactor: true }))
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(secondFactorRefusals.notBegun.message)).toBeTruthy()
  await createNewCodes(user)
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await screen.findByText(/^Network error/)
  expect(screen.getByText('ccccc-ddddd')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeTruthy()
  expect(screen.queryByText(unsaved)).toBeNull()
  expect(await screen.findByText(/You have 10 recovery codes left/)).toBeTruthy()
  expect(confirmed.mock.calls).toEqual([['ccccc-ddddd'], ['ccccc-ddddd']])
})

test('recovery codes that another tab has replaced can’t be confirmed', async () => {
  turnOn({ hasApp: true, hasSavedRecoveryCodes: false })
  serve(fake(profileEndpoints.confirmRecoveryCodes, () => refuse(secondFactorRefusals.codesReplaced)))
  const { user } = open()
  await createNewCodes(user)
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  expect(await screen.findByText(secondFactorRefusals.codesReplaced.message)).toBeTruthy()
  expect(screen.queryByText('ccccc-ddddd')).toBeNull()
  expect(await createNew()).toBeTruthy()
})
