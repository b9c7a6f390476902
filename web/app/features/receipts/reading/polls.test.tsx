import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { useToFileCount } from '../queries.ts'
import { ReadingState } from '../receipt/reading-state.tsx'
import { detailsOf, receiptOf } from '../testing/receipts.ts'

function ToFileCount() {
  return <p>{useToFileCount({ enabled: true })} to file</p>
}

test('a receipt that was read and the number to file don’t load again while others are read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  signInAs('User')
  const asked = vi.fn<(what: string) => void>()
  serveFakes(
    fake(receiptEndpoints.readingStatus, () => {
      asked('status')
      return { isOn: true, waiting: 2 }
    }),
    fake(receiptEndpoints.summary, () => {
      asked('summary')
      const counts = { receipts: 1, trashed: 0, toFile: 3, toCheck: 0 }
      return { ...counts, totals: [], months: [], recent: [receiptOf({ isReading: true })] }
    }),
  )
  renderScreen(
    <>
      <ToFileCount />
      <ReadingState receipt={detailsOf(receiptOf())} />
    </>,
  )
  await screen.findByText('3 to file')
  await screen.findByText('We haven’t read this receipt yet.')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked).toHaveBeenCalledTimes(2)
})
