import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { profileTexts } from '@docketbox/contract/profile/texts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plentyOfStorage } from '#features/subscriptions/testing'
import { storedUser } from '#platform/session/session.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ProfilePage from './details/page.tsx'
import { person } from './testing/person.ts'

test('a profile that’s saved late changes nothing about a user who has logged in meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serveFakes(
    plentyOfStorage,
    fake(profileEndpoints.update, async () => {
      await promise
      return { message: profileTexts.updated, user: person }
    }),
  )
  signInAs('User', person)
  const { user } = renderScreen(<ProfilePage />, { path: '/profile' })
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.type(screen.getByLabelText(/^City/), 's')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  // In another tab. Files that wait here for the first user would be uploaded as the second one's.
  signInAs('User', { _id: 'u2' })
  resolve()
  await screen.findAllByText(profileTexts.updated)
  expect(storedUser()).toEqual({ _id: 'u2' })
})
