import { commonRefusals } from '@docketbox/contract/core/refusal'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { profileTexts } from '@docketbox/contract/profile/texts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, fakeLateRefusal, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { passwordAlone } from '#testing/security.ts'
import SecurityPage from './page.tsx'

const nothing = { docs: [], page: 1, totalPages: 1, totalDocs: 0 }
const lists = [
  fake(profileEndpoints.sessions, () => nothing),
  fake(profileEndpoints.securityEvents, () => nothing),
]
const serve = (...fakes: Parameters<typeof serveFakes>) => serveFakes(...lists, ...fakes)
const open = () => renderScreen(<SecurityPage />, { path: '/profile/security' })

beforeEach(() => signInAs('User', { _id: 'u1', hasSecondFactor: false }))

test('a new email waits for its link to be opened, and can be cancelled', async () => {
  let waitingEmail: string | null = null
  serve(
    fake(profileEndpoints.security, () => ({ ...passwordAlone, waitingEmail })),
    fake(profileEndpoints.changeEmail, ({ body }) => {
      waitingEmail = body.email
      return { message: profileTexts.emailAsked }
    }),
    fake(profileEndpoints.cancelEmailChange, () => {
      waitingEmail = null
      return { message: profileTexts.emailChangeCancelled }
    }),
  )
  const { user } = open()
  const change = within(await screen.findByRole('form', { name: 'Change email' }))
  await user.type(change.getByLabelText('New email'), 'new@example.com')
  await user.type(change.getByLabelText('Password'), 'purple wombat sings{Enter}')
  expect(await screen.findByText('new@example.com')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel the change' }))
  expect(await screen.findByText(profileTexts.emailChangeCancelled)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('new@example.com')).toBeNull())
})

test('a change of email that couldn’t be cancelled says so, even if the screen was left meanwhile', async () => {
  const { late, refuseNow } = fakeLateRefusal(profileEndpoints.cancelEmailChange, commonRefusals.unexpected)
  serve(
    fake(profileEndpoints.security, () => ({ ...passwordAlone, waitingEmail: 'new@example.com' })),
    late,
  )
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: 'Cancel the change' }))
  await router.navigate('/profile')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})

test('Security says that a new email unlinks a Google account', async () => {
  serve(fake(profileEndpoints.security, () => ({ ...passwordAlone, hasGoogle: true })))
  open()
  expect(await screen.findByText(/^Your Google account is linked/)).toBeTruthy()
})

test('Security says nothing about Google if it isn’t connected', async () => {
  serve(fake(profileEndpoints.security, () => passwordAlone))
  open()
  await screen.findByRole('form', { name: 'Change email' })
  expect(screen.queryByText(/Google/)).toBeNull()
})
