import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { listed, question } from '../testing/rooms.ts'
import { ReviewedButton } from './reviewed-button.tsx'

test('a year that’s marked as reviewed says when that was, because it may have changed since', async () => {
  const marked: Note = { ...question, kind: 'reviewed', text: null, createdAt: '2026-11-03T02:00:00.000Z' }
  serveFakes(fake(roomEndpoints.notes, () => listed([marked])))
  renderScreen(<ReviewedButton about={{ incomeYear: '2025-26' }} />)
  expect(
    await screen.findByText('You reviewed this year on 3 Nov 2026. It may have changed since.'),
  ).toBeTruthy()
})
