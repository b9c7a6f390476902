import { profileEndpoints, type Security } from '@docketbox/contract/profile/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import SecurityPage from './page.tsx'
import { PasskeysCard } from './passkeys-card.tsx'

const now = '2026-10-01T02:00:00.000Z'
const phone = {
  _id: '01890000-0000-7000-8000-000000000001',
  name: 'My phone',
  createdAt: now,
  lastUsedAt: null,
}
const security: Security = {
  hasPassword: true,
  hasGoogle: false,
  waitingEmail: null,
  secondFactor: {
    isOn: false,
    hasApp: false,
    since: null,
    recoveryCodesLeft: 0,
    hasSavedRecoveryCodes: false,
    isRequired: false,
    passkeys: [phone],
  },
}

/** A browser whose device creates a passkey, or fails with `problem`. */
function haveDevice(problem?: DOMException) {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const response = { clientDataJSON: bytes, attestationObject: bytes }
  const created = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response,
    getClientExtensionResults: () => ({}),
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', {
    value: { create: async () => (problem ? Promise.reject(problem) : created) },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'))
}

const begun = fake(profileEndpoints.beginPasskey, () => ({
  challenge: 'AAAA',
  rp: { name: 'Docketbox' },
  user: { id: 'AAAA', name: 'ann@example.com', displayName: 'Ann' },
  pubKeyCredParams: [],
}))

test('recovery codes of the first passkey stay until they’re saved: nothing else can be begun there', async () => {
  signInAs('User')
  haveDevice()
  serveFakes(
    begun,
    fake(profileEndpoints.addPasskey, () => ({ passkey: phone, recoveryCodes: ['aaaaa-bbbbb'] })),
    fake(profileEndpoints.confirmRecoveryCodes, () => ({ message: 'Saved.' })),
  )
  const { user } = renderScreen(<PasskeysCard security={security} />)
  expect(screen.getByRole('button', { name: 'Remove My phone' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  const add = within(screen.getByRole('form', { name: 'Add a passkey' }))
  await user.type(add.getByLabelText('Device name'), 'My phone')
  await user.type(add.getByLabelText('Password'), 'purple wombat sings{Enter}')
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy()
  expect(screen.getByText(/^Your other devices have been logged out\. Save these codes/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove My phone' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  expect(await screen.findByRole('button', { name: 'Remove My phone' })).toBeTruthy()
})

test('no new recovery codes are offered while those of a first passkey are on screen', async () => {
  signInAs('User')
  haveDevice()
  let secondFactor = { ...security.secondFactor, passkeys: [] as (typeof phone)[] }
  const noDocs = { docs: [], page: 1, totalPages: 1, totalDocs: 0 }
  serveFakes(
    begun,
    fake(profileEndpoints.security, () => ({ ...security, secondFactor })),
    fake(profileEndpoints.sessions, () => noDocs),
    fake(profileEndpoints.securityEvents, () => noDocs),
    fake(profileEndpoints.addPasskey, () => {
      secondFactor = { ...secondFactor, isOn: true, since: now, recoveryCodesLeft: 10, passkeys: [phone] }
      return { passkey: phone, recoveryCodes: ['aaaaa-bbbbb'] }
    }),
  )
  const { user } = renderScreen(<SecurityPage />)
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const add = within(screen.getByRole('form', { name: 'Add a passkey' }))
  await user.type(add.getByLabelText('Device name'), 'My phone')
  await user.type(add.getByLabelText('Password'), 'purple wombat sings{Enter}')
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy()
  expect(await screen.findByText(/^On since/)).toBeTruthy()
  expect(screen.queryByText(/haven’t saved your recovery codes/)).toBeNull()
})

test('trying again after the device created no passkey takes another code, because each works once', async () => {
  signInAs('User')
  vi.stubGlobal('PublicKeyCredential', class {})
  serveFakes(fake(profileEndpoints.beginPasskey, () => ({ challenge: 'AAAA' })))
  const secondFactor = { ...security.secondFactor, isOn: true, hasApp: true, passkeys: [] }
  const { user } = renderScreen(<PasskeysCard security={{ ...security, secondFactor }} />)
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  const add = within(screen.getByRole('form', { name: 'Add a passkey' }))
  await user.type(add.getByLabelText('Device name'), 'My phone')
  await user.type(add.getByLabelText('Code'), '123456{Enter}')
  expect((await add.findByRole('alert')).textContent).toBe('No passkey was created. Please try again.')
  expect(add.getByLabelText<HTMLInputElement>('Code').value).toBe('')
})

test('adding a passkey on a device that already has or shares one of them says so', async () => {
  signInAs('User')
  haveDevice(new DOMException('', 'InvalidStateError'))
  serveFakes(begun)
  const { user } = renderScreen(<PasskeysCard security={security} />)
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  const add = within(screen.getByRole('form', { name: 'Add a passkey' }))
  await user.type(add.getByLabelText('Device name'), 'My laptop')
  await user.type(add.getByLabelText('Password'), 'purple wombat sings{Enter}')
  expect((await add.findByRole('alert')).textContent).toBe('You’ve already added this passkey.')
})
