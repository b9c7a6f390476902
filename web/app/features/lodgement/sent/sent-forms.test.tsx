import { ownLodgementEndpoints } from '@docketbox/contract/lodgement/own-endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { SentForms } from './sent-forms.tsx'

test('a form whose answers can’t be decrypted any more is still listed', async () => {
  signInAs('User')
  const form = {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
    reference: '7K3M-9QXR',
    incomeYear: '2024-25',
    sentAt: '2026-03-01T00:00:00.000Z',
    answers: null,
  }
  serveFakes(fake(ownLodgementEndpoints.sent, () => ({ docs: [form], page: 1, totalPages: 1, totalDocs: 1 })))
  renderScreen(<SentForms incomeYear="2024-25" />)
  expect(await screen.findByText('7K3M-9QXR')).toBeTruthy()
  expect(screen.getByText('We can no longer read the answers on this form.')).toBeTruthy()
})
