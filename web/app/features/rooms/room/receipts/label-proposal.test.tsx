import { commonRefusals } from '@docketbox/contract/core/refusal'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, fakeLateRefusal, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { question } from '../../testing/rooms.ts'
import { LabelProposal } from './label-proposal.tsx'

const receipt = '01a1f98c-b7c0-73be-90be-d80dc65f7502'
const label = { suggested: 'D1' as const, confirmed: null, questions: [] }
const proposal: Note = { ...question, kind: 'label', receipt, receiptTitle: 'Ampol', text: null, label: 'D2' }

test('a label is only proposed with the button, so that the arrow keys can go through the list', async () => {
  const proposed: unknown[] = []
  serveFakes(
    fake(roomEndpoints.addNote, ({ body }) => {
      proposed.push(body)
      return proposal
    }),
  )
  const { user } = renderScreen(<LabelProposal receipt={{ _id: receipt, label }} />)
  const select = screen.getByLabelText<HTMLSelectElement>('Propose a deduction label')
  await user.selectOptions(select, 'D3')
  await user.selectOptions(select, 'D2')
  expect(proposed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('You proposed D2 Work-related travel.')).toBeTruthy()
  expect(proposed).toEqual([{ kind: 'label', about: { receipt }, label: 'D2' }])
  await waitFor(() => expect(select.value).toBe(''))
})

test('a label that’s proposed again after a lost response is the same proposal', async () => {
  const keys: (string | undefined)[] = []
  serveFakes(
    fake(roomEndpoints.addNote, ({ headers }) => {
      keys.push(headers['Idempotency-Key'])
      return keys.length === 1 ? refuse(commonRefusals.unavailable) : proposal
    }),
  )
  const { user } = renderScreen(<LabelProposal receipt={{ _id: receipt, label }} />)
  await user.selectOptions(screen.getByLabelText('Propose a deduction label'), 'D2')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await screen.findByText(commonRefusals.unavailable.message)
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await screen.findByText('You proposed D2 Work-related travel.')
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('a label that couldn’t be proposed says so, even if the receipt was closed meanwhile', async () => {
  const { late, refuseNow } = fakeLateRefusal(roomEndpoints.addNote, commonRefusals.unexpected)
  serveFakes(late)
  const { user, router } = renderScreen(<LabelProposal receipt={{ _id: receipt, label }} />)
  await user.selectOptions(screen.getByLabelText('Propose a deduction label'), 'D3')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await router.navigate('/elsewhere')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})
