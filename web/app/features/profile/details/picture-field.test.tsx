import { commonRefusals } from '@docketbox/contract/core/refusal'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { profileRefusals } from '@docketbox/contract/profile/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { plentyOfStorage } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { person } from '../testing/person.ts'
import ProfilePage from './page.tsx'

const uploadedPicture = {
  uri: 'draft:1',
  title: 'me.png',
  type: 'image/png',
  size: 3,
  width: 1,
  height: 1,
  pages: null,
  preview: 'image' as const,
  createdAt: '2026-03-01T00:00:00.000Z',
  reading: { state: 'off' as const, fields: null },
  suggestedCategory: null,
}

function open(user = person) {
  signInAs('User', user)
  return renderScreen(<ProfilePage />, { path: '/profile' })
}
const update = (onPicture: (picture: unknown) => void) =>
  fake(profileEndpoints.update, ({ body }) => {
    onPicture(body.picture)
    return { message: 'Profile updated successfully!', user: { ...person, picture: '/api/avatars/abc' } }
  })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('uploads a picture right away and saves it with the rest', async () => {
  const sent = vi.fn<(picture: unknown) => void>()
  serveFakes(
    fake(receiptEndpoints.uploadPicture, () => uploadedPicture),
    update(sent),
  )
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.upload(field('Add a picture'), new File(['png'], 'me.png', { type: 'image/png' }))
  await waitFor(() => expect(screen.queryByText('Uploading…')).toBeNull())
  // The same file can be chosen again.
  expect(field('Change picture').value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith('draft:1'))
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Ann Lee' })).getAttribute('src')).toBe(
    '/api/avatars/abc',
  )
})

test('waits for a picture that’s still uploading before it saves', async () => {
  const uploading = Promise.withResolvers<typeof uploadedPicture>()
  const sent = vi.fn<(picture: unknown) => void>()
  serveFakes(
    fake(receiptEndpoints.uploadPicture, () => uploading.promise),
    update(sent),
  )
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.upload(field('Add a picture'), new File(['png'], 'me.png', { type: 'image/png' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('button', { name: /Saving…/ })).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  uploading.resolve(uploadedPicture)
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith('draft:1'))
})

test('saves nothing without the picture if its upload fails, and then saves the rest', async () => {
  const sent = vi.fn<(picture: unknown) => void>()
  const uploading = Promise.withResolvers<void>()
  serveFakes(
    plentyOfStorage,
    fake(receiptEndpoints.uploadPicture, async () => {
      await uploading.promise
      return refuse(commonRefusals.unexpected)
    }),
    update(sent),
  )
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.upload(field('Add a picture'), new File(['png'], 'me.png', { type: 'image/png' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  uploading.resolve()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update profile.')
  expect(sent).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith(undefined))
})

test('says why a picture can’t be used', async () => {
  serveFakes(
    plentyOfStorage,
    fake(receiptEndpoints.uploadPicture, () => uploadedPicture),
    fake(profileEndpoints.update, () => refuse(profileRefusals.noPicture)),
  )
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.upload(field('Add a picture'), new File(['png'], 'me.png', { type: 'image/png' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect((await screen.findByRole('alert')).textContent).toContain(profileRefusals.noPicture.message)
})

test('removes a picture', async () => {
  const sent = vi.fn<(picture: unknown) => void>()
  serveFakes(update(sent))
  signInAs('User', { ...person, picture: '/api/avatars/abc' })
  const { user } = renderScreen(<ProfilePage />, { path: '/profile' })
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith(null))
})

test('without a picture, shows the initials of the first and the last name', () => {
  open({ ...person, firstName: 'Bartholomew Maximilian', lastName: 'Christopher Wolfe' })
  expect(screen.getByText('BW')).toBeTruthy()
})
