import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { profileRefusals } from '@docketbox/contract/profile/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { storedUser } from '#platform/session/session.ts'
import { personWith, plentyOfStorage } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ChangeEmailPage from '../change-email/page.tsx'
import { person } from '../testing/person.ts'
import ProfilePage from './page.tsx'

function open(user: unknown = person) {
  signInAs('User', user)
  return renderScreen(<ProfilePage />, { path: '/profile' })
}
const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label)
const stored = (label: string) => screen.getByText(label).nextElementSibling!.textContent

describe('the profile', () => {
  test('is shown, edited and saved, which updates the stored user', async () => {
    const sent = vi.fn<(body: object) => void>()
    serveFakes(
      fake(profileEndpoints.update, ({ body }) => {
        sent(body)
        return { message: 'Profile updated successfully!', user: { ...person, lastName: 'O’Brien' } }
      }),
    )
    const { user } = open()
    expect(stored('First name')).toBe('Ann')
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.clear(field(/^Last name/))
    await user.type(field(/^Last name/), 'O’Brien')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect((await screen.findAllByText('Profile updated successfully!')).length).toBeGreaterThan(0)
    expect(sent).toHaveBeenCalledWith({ lastName: 'O’Brien' })
    expect(storedUser()).toMatchObject({ lastName: 'O’Brien' })
    expect(stored('Last name')).toBe('O’Brien')
  })

  test('saves other fields and keeps an address from before the list of states', async () => {
    const sent = vi.fn<(body: object) => void>()
    const older = { ...person, address: { ...person.address, state: 'VIC', zipCode: '3350 VIC' } }
    serveFakes(
      fake(profileEndpoints.update, ({ body }) => {
        sent(body)
        return { message: 'Profile updated successfully!', user: older }
      }),
    )
    const { user } = open(older)
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    expect(field(/^State/).value).toBe('VIC')
    await user.type(field(/^City/), 's')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ address: { city: 'Ballarats' } }))
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.type(field(/^Postcode/), '1')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect((await screen.findAllByText('A postcode has four digits.')).length).toBeGreaterThan(0)
  })

  test('shows what was changed on another device, which editing leaves alone', async () => {
    const picture = '/api/avatars/abc'
    const arriving = Promise.withResolvers<void>()
    const sent = vi.fn<(body: object) => void>()
    serveFakes(
      fake(authEndpoints.loggedUser, async () => {
        await arriving.promise
        return personWith({ ...person, phoneNumber: '0498 765 432', picture })
      }),
      fake(profileEndpoints.update, ({ body }) => {
        sent(body)
        const user = { ...person, firstName: 'Annie', phoneNumber: '0498 765 432', picture }
        return { message: 'Profile updated successfully!', user }
      }),
    )
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.type(field('First name'), 'ie')
    arriving.resolve()
    await waitFor(() => expect(storedUser()).toMatchObject({ phoneNumber: '0498 765 432', picture }))
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ firstName: 'Annie' }))
    await waitFor(() => expect(stored('Phone number')).toBe('0498 765 432'))
  })

  test('asks before cancelling discards what was typed', async () => {
    serveFakes()
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.type(field('First name'), 'xyz')
    await user.click(screen.getByRole('button', { name: 'Cancel Editing' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(field('First name').value).toBe('Annxyz')
    await user.click(screen.getByRole('button', { name: 'Cancel Editing' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(stored('First name')).toBe('Ann')
  })

  test("keeps what was typed when it can't be saved", async () => {
    serveFakes(
      plentyOfStorage,
      fake(profileEndpoints.update, () => refuse(commonRefusals.unexpected)),
    )
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.type(field('First name'), 'ie{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to update profile. Please try again.',
    )
    expect(field('First name').value).toBe('Annie')
  })

  test('says when there is no stored user', () => {
    open('nonsense')
    expect(screen.getByRole('alert').textContent).toContain(
      'Unable to fetch user details from local storage.',
    )
  })

  test('asks before a screen with unsaved changes is left', async () => {
    serveFakes()
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.type(field('First name'), 'ie')
    await user.click(screen.getByRole('link', { name: 'Security' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(field('First name').value).toBe('Annie')
    await user.click(screen.getByRole('link', { name: 'Security' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/profile/security')
  })

  test('has a postcode of four digits and a state from the list', async () => {
    serveFakes()
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await user.selectOptions(screen.getByLabelText(/^State/), 'Tasmania')
    await user.clear(field(/^Postcode/))
    await user.type(field(/^Postcode/), '335')
    await user.tab()
    expect(await screen.findByText('A postcode has four digits.')).toBeTruthy()
  })

  test('links back to the dashboard', async () => {
    serveNothing()
    const { user } = open()
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    expect(screen.getByLabelText('Elsewhere').textContent).toBe('/dashboard')
  })
})

describe('a mail about a new email', () => {
  const openMail = (hash: string) =>
    renderScreen(<ChangeEmailPage />, { path: '/change-email', at: `/change-email${hash}` })

  test('changes nothing until the button is pressed', async () => {
    const tokens: string[] = []
    signInAs('User', person)
    serveFakes(
      fake(profileEndpoints.confirmEmail, ({ body }) => {
        tokens.push(body.token)
        return { message: 'Your email was changed.', email: 'new@example.com', _id: person._id }
      }),
    )
    const { user } = openMail('#confirm=secret')
    expect(tokens).toEqual([])
    expect(screen.getByText(/the person who did can log in with your email address/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Confirm my new email' }))
    expect((await screen.findByRole('alert')).textContent).toContain('new@example.com')
    expect(tokens).toEqual(['secret'])
    expect(storedUser()).toMatchObject({ email: 'new@example.com' })
  })

  test('changes nothing about someone else who is logged in on this device', async () => {
    signInAs('User', { ...person, _id: 'else', email: 'bob@example.com' })
    serveFakes(
      fake(profileEndpoints.confirmEmail, () => ({
        message: 'Your email was changed.',
        email: 'new@example.com',
        _id: person._id,
      })),
    )
    const { user, router } = openMail('#confirm=secret')
    await user.click(screen.getByRole('button', { name: 'Confirm my new email' }))
    expect((await screen.findByRole('alert')).textContent).toContain('new@example.com')
    expect(storedUser()).toMatchObject({ email: 'bob@example.com' })
    // Which asks for a login, because someone else is logged in.
    await user.click(screen.getByRole('link', { name: 'Go to your profile' }))
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { email: 'new@example.com' } })
  })

  test('to the old address can stop the change', async () => {
    serveFakes(
      fake(profileEndpoints.keepEmail, () => ({
        message: 'We’ve kept your email.',
        email: 'ann@example.com',
      })),
    )
    const { user } = openMail('#keep=secret')
    await user.click(screen.getByRole('button', { name: 'Keep my email' }))
    expect(await screen.findByRole('link', { name: 'Choose a new password' })).toBeTruthy()
  })

  test('to the old address that no longer works says what does', async () => {
    serveFakes(fake(profileEndpoints.keepEmail, () => refuse(profileRefusals.badEmailChange)))
    const { user, router } = openMail('#keep=old')
    await user.click(screen.getByRole('button', { name: 'Keep my email' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This link is invalid or has expired.')
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeTruthy()
    expect(screen.queryByText(/security settings/)).toBeNull()
    // The newest mail's link, opened in the same tab.
    await act(() => router.navigate('/change-email#keep=newest'))
    expect(screen.getByRole('button', { name: 'Keep my email' })).toBeTruthy()
  })

  test('without its token links to the security settings', () => {
    openMail('')
    expect(screen.getByRole('alert').textContent).toContain('This link is invalid or has expired.')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/profile/security')
  })
})
