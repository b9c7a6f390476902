import { commonRefusals } from '@docketbox/contract/core/refusal'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, fakeLateRefusal, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { LabelProposal } from './label-proposal.tsx'

test('a label is only proposed with the button, so that the arrow keys can go through the list', async () => {
  const proposed: unknown[] = []
  serveFakes(
    fake(roomEndpoints.addNote, ({ body }) => {
      proposed.push(body)
      return {
        _id: '01a1f98c-b7c0-73be-90be-d80dc65f7001',
        room: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
        email: 'sam@example.com',
        kind: 'label' as const,
        author: 'guest' as const,
        incomeYear: '2025-26',
        receipt,
        receiptTitle: 'Ampol',
        text: null,
        label: 'D2' as const,
        createdAt: '2026-11-22T02:00:00.000Z',
        answeredAt: null,
        answer: null,
        answerReceipt: null,
        isAccepted: null,
      }
    }),
  )
  const receipt = '01a1f98c-b7c0-73be-90be-d80dc65f7502'
  const label = { suggested: 'D1' as const, confirmed: null, questions: [] }
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

test('a label that couldn’t be proposed says so, even if the receipt was closed meanwhile', async () => {
  const { late, refuseNow } = fakeLateRefusal(roomEndpoints.addNote, commonRefusals.unexpected)
  serveFakes(late)
  const label = { suggested: 'D1' as const, confirmed: null, questions: [] }
  const receipt = { _id: '01a1f98c-b7c0-73be-90be-d80dc65f7502', label }
  const { user, router } = renderScreen(<LabelProposal receipt={receipt} />)
  await user.selectOptions(screen.getByLabelText('Propose a deduction label'), 'D3')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await router.navigate('/elsewhere')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})
