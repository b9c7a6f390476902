import { profileEndpoints, type Security } from '@docketbox/contract/profile/endpoints'
import type { SecurityEvent } from '@docketbox/contract/profile/schemas'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storedUser } from '#platform/session/session.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { passwordAlone } from '#testing/security.ts'
import SecurityPage from './page.tsx'

const on: Security = {
  ...passwordAlone,
  secondFactor: {
    isOn: true,
    hasApp: true,
    passkeys: [],
    since: '2026-03-01T00:00:00.000Z',
    recoveryCodesLeft: 7,
    hasSavedRecoveryCodes: true,
    isRequired: false,
  },
}
const settings = (security: Security) => fake(profileEndpoints.security, () => security)
const device = {
  createdAt: '2026-03-01T00:00:00.000Z',
  lastSeenAt: '2026-03-01T00:00:00.000Z',
  expiresAt: '2026-04-01T00:00:00.000Z',
}
const phone = {
  ...device,
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  device: 'Chrome on Android',
  isCurrent: true,
}
const desk = {
  ...device,
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535',
  device: 'Edge on Windows',
  isCurrent: false,
}
const twoDevices = fake(profileEndpoints.sessions, () => ({
  docs: [phone, desk],
  page: 1,
  totalPages: 1,
  totalDocs: 2,
}))

const events = fake(profileEndpoints.securityEvents, ({ query }) => {
  const isFirst = Number(query.page ?? 1) === 1
  const at = '2026-03-01T00:00:00.000Z'
  const docs: SecurityEvent[] = isFirst
    ? [
        { _id: phone._id, at, kind: 'signInFailed', device: 'Safari on iPhone' },
        { _id: desk._id, at, kind: 'suspended', device: null },
      ]
    : [
        { _id: phone._id, at, kind: 'passwordChanged', device: 'Chrome on Android' },
        { _id: desk._id, at, kind: 'twoStepTurnedOn', device: 'Chrome on Android' },
      ]
  return { docs, page: isFirst ? 1 : 2, totalPages: 2, totalDocs: 12 }
})
const serve = (...fakes: Parameters<typeof serveFakes>) => serveFakes(events, ...fakes)

beforeEach(() => signInAs('User', { _id: 'u1', hasSecondFactor: false }))
const open = () => renderScreen(<SecurityPage />, { path: '/profile/security' })
const form = (name: string) => within(screen.getByRole('form', { name }))

describe('two-step login', () => {
  test('is turned on with password, app and first code; the recovery codes are shown once', async () => {
    const sent = vi.fn<(step: string, body: object) => void>()
    serve(
      settings(passwordAlone),
      twoDevices,
      fake(profileEndpoints.beginSecondFactor, ({ body }) => {
        sent('begin', body)
        return { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ' }
      }),
      fake(profileEndpoints.confirmSecondFactor, ({ body }) => {
        sent('confirm', body)
        return { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] }
      }),
      fake(profileEndpoints.confirmRecoveryCodes, ({ body }) => {
        sent('saved', body)
        return { message: 'Saved.' }
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    const proof = form('Confirm it’s you')
    await user.type(proof.getByLabelText('Password'), 'purple wombat sings')
    await user.click(proof.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeTruthy()
    await user.type(screen.getByLabelText('2. Enter the code your app shows'), '123456{Enter}')
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy()
    expect(screen.getByText(/^Your other devices have been logged out\. Save these codes/)).toBeTruthy()
    expect(sent.mock.calls).toEqual([
      ['begin', { password: 'purple wombat sings' }],
      ['confirm', { code: '123456' }],
    ])
    expect(storedUser()).toEqual({ _id: 'u1', hasSecondFactor: true })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('We couldn’t copy the codes. Please write them down.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    await waitFor(() => expect(screen.queryByText('aaaaa-bbbbb')).toBeNull())
    expect(sent).toHaveBeenLastCalledWith('saved', { code: 'aaaaa-bbbbb' })
  })

  test('asks for a code too once it is on, and can be turned off', async () => {
    const sent = vi.fn<(body: object) => void>()
    serve(
      settings(on),
      twoDevices,
      fake(profileEndpoints.turnOffSecondFactor, ({ body }) => {
        sent(body)
        return { message: 'Two-step login is off.' }
      }),
    )
    const { user } = open()
    expect(await screen.findByText(/You have 7 recovery codes left/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    const proof = form('Confirm it’s you')
    await user.type(proof.getByLabelText('Password'), 'purple wombat sings')
    await user.type(proof.getByLabelText('Code'), '123456')
    await user.click(proof.getByRole('button', { name: 'Turn off two-step login' }))
    expect((await screen.findAllByText('Two-step login is off.')).length).toBeGreaterThan(0)
    expect(sent).toHaveBeenCalledWith({ password: 'purple wombat sings', secondFactor: '123456' })
  })

  test("can't be turned off by administrators", async () => {
    serve(settings({ ...on, secondFactor: { ...on.secondFactor, isRequired: true } }), twoDevices)
    open()
    expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  })
})

test('a passkey that the device doesn’t create can be tried again', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  serve(
    settings(passwordAlone),
    twoDevices,
    fake(profileEndpoints.beginPasskey, () => ({ challenge: 'AAAA' })),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const add = form('Add a passkey')
  await user.type(add.getByLabelText('Device name'), 'My phone')
  await user.type(add.getByLabelText('Password'), 'purple wombat sings{Enter}')
  expect((await add.findByRole('alert')).textContent).toBe('No passkey was created. Please try again.')
  expect(add.getByLabelText<HTMLInputElement>('Device name').value).toBe('My phone')
})

test('a wrong password is shown beside its field', async () => {
  serve(
    settings(passwordAlone),
    twoDevices,
    fake(profileEndpoints.changePassword, () =>
      refuse(commonRefusals.invalidInput, { password: 'Incorrect password. Please try again.' }),
    ),
  )
  const { user } = open()
  await screen.findByRole('form', { name: 'Change password' })
  const change = form('Change password')
  await user.type(change.getByLabelText('Current password'), 'wrong wombat')
  await user.type(change.getByLabelText('New password'), 'a brand new wombat{Enter}')
  expect((await change.findAllByText('Incorrect password. Please try again.')).length).toBeGreaterThan(0)
  expect(change.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['Change password', 'New password'],
  ['Change email', 'New email'],
])('%s asks before what was typed is lost', async (name, label) => {
  serve(settings(passwordAlone), twoDevices)
  const { user, router } = open()
  await screen.findByRole('form', { name })
  await user.type(form(name).getByLabelText(label), 'wombat')
  void router.navigate('/profile')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(form(name).getByLabelText<HTMLInputElement>(label).value).toBe('wombat')
  void router.navigate('/profile')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/profile')
})

test('a code typed for two-step login asks too, until it is cancelled', async () => {
  serve(settings(on), twoDevices)
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
  await user.type(form('Confirm it’s you').getByLabelText('Code'), '123')
  void router.navigate('/profile')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  void router.navigate('/profile')
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/profile')
})

test('another device is logged out', async () => {
  const ended = vi.fn<(id: string) => void>()
  serve(
    settings(passwordAlone),
    fake(profileEndpoints.sessions, () => {
      const docs = ended.mock.calls.length > 0 ? [phone] : [phone, desk]
      return { docs, page: 1, totalPages: 1, totalDocs: docs.length }
    }),
    fake(profileEndpoints.endSession, ({ params }) => {
      ended(params.sessionId)
      return { message: 'This device is logged out.' }
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Log out Edge on Windows' }))
  await waitFor(() => expect(screen.queryByText('Edge on Windows')).toBeNull())
  expect(ended).toHaveBeenCalledWith(desk._id)
})

test('what happened to the account is listed by page', async () => {
  serve(settings(passwordAlone), twoDevices)
  const { user } = open()
  expect(await screen.findByText('Login failed: wrong password')).toBeTruthy()
  expect(screen.getByText('Account suspended by our team')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(await screen.findByText('Password changed')).toBeTruthy()
  // Two-step login may have been on already, with a passkey or on another phone.
  expect(screen.getByText('Authenticator app set up')).toBeTruthy()
})

test.each([
  ['an administrator', true],
  ['a user', false],
])('the length of a password of %s', async (_, isRequired) => {
  const secondFactor = { ...passwordAlone.secondFactor, isRequired }
  serve(settings({ ...passwordAlone, secondFactor }), twoDevices)
  open()
  await screen.findByRole('form', { name: 'Change password' })
  const note = screen.queryByText(/Administrators’ passwords need at least 15 characters/)
  expect(note !== null).toBe(isRequired)
})

test('settings that fail to load can be retried', async () => {
  serve(fake(profileEndpoints.security, () => refuse(commonRefusals.unexpected)))
  open()
  expect(await screen.findByText('We couldn’t load your security settings.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
