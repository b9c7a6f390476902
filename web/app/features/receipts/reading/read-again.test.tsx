import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ReceiptsPage from '../search/page.tsx'
import { categoryFakes, resultsOf, stubWidth } from '../testing/category.tsx'
import { fieldsOf } from '../testing/drafts.ts'
import { detailsOf, receiptsFrom } from '../testing/receipts.ts'

const ampol: Receipt = { ...receiptsFrom(['Ampol'])[0]!, missing: [] }
const unread: Receipt = {
  ...ampol,
  description: 'Ute',
  missing: ['supplier', 'amount'],
  facts: { ...ampol.facts, supplier: null, totalCents: null },
}
const rowText = async (name: string) => {
  const button = await screen.findByRole('button', { name: new RegExp(`^${name}`) })
  return button.closest('tr')!.textContent
}

/** Presses a button beside the list that has the server read a receipt. @returns ends that. */
async function startReading(receipt: Receipt, button: string): Promise<(read: Receipt) => Promise<void>> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stubWidth(80)
  signInAs('User')
  let stored = receipt
  let isReading = false
  serveFakes(
    fake(receiptEndpoints.search, () =>
      resultsOf([isReading && stored.missing.length > 0 ? { ...stored, isReading } : stored]),
    ),
    fake(receiptEndpoints.details, () => {
      const details = detailsOf(stored)
      const state = isReading ? ('waiting' as const) : ('done' as const)
      const fields = fieldsOf({ supplier: 'Ampol' })
      const wasRead = isReading || stored.missing.length === 0
      return {
        ...details,
        ...(wasRead && { readings: details.readings.map(({ file }) => ({ file, state, fields })) }),
      }
    }),
    fake(receiptEndpoints.readingStatus, () => {
      return { isOn: true, waiting: isReading ? 1 : 0 }
    }),
    fake(receiptEndpoints.readAgain, () => {
      isReading = true
      return { waiting: 1 }
    }),
    ...categoryFakes(() => [stored]),
  )
  const { user } = renderScreen(<ReceiptsPage />, {
    path: '/receipts',
    at: `/receipts?receipt=${receipt._id}`,
  })
  await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByText('Reading the receipt…')
  return async (read) => {
    stored = read
    isReading = false
    await act(() => vi.advanceTimersByTimeAsync(1500))
  }
}

test('the list marks a receipt that’s being read because its owner asked, until its details are there', async () => {
  const letRead = await startReading(unread, 'Read it now')
  await waitFor(async () => expect(await rowText('Ute')).toContain('Reading…'))
  await letRead(ampol)
  expect(await rowText('Ampol')).not.toContain('Reading…')
})

test('the list shows what has changed when a receipt is read again', async () => {
  const letRead = await startReading(ampol, 'Read again')
  await letRead({ ...ampol, facts: { ...ampol.facts, totalCents: 1250 } })
  await waitFor(async () => expect(await rowText('Ampol')).toContain('$12.50'))
})
