import type { ReadFields } from '@docketbox/contract/reading/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt, ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { fieldsOf } from '../testing/drafts.ts'
import { detailsOf, receiptOf } from '../testing/receipts.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { FactsForm } from './facts-form.tsx'

const before = detailsOf(receiptOf({ _id: '0000-1' }))
const withTotal = (totalCents: number, source: 'typed' | 'read'): ReceiptDetails => ({
  ...before,
  facts: { ...before.facts, totalCents },
  sources: { ...before.sources, totalCents: source },
})

/** Types a total, while the receipt changes otherwise. */
async function typeWhile(after: ReceiptDetails) {
  signInAs('User')
  serveFakes()
  function Screen() {
    const [receipt, setReceipt] = useState(before)
    return (
      <>
        <FactsForm receipt={receipt} />
        <button onClick={() => setReceipt(after)}>Change it elsewhere</button>
      </>
    )
  }
  const { user } = renderScreen(<Screen />)
  const total = screen.getByLabelText<HTMLInputElement>(/^Total/)
  await user.clear(total)
  await user.type(total, '42.50')
  await user.click(screen.getByRole('button', { name: 'Change it elsewhere' }))
  return { user, total }
}

test('a total that’s typed while it’s read stays, without a question', async () => {
  const { total } = await typeWhile(withTotal(4_210, 'read'))
  expect(total.value).toBe('42.50')
  expect(screen.queryByText(/has changed since/)).toBeNull()
})

test('a total that another tab changed while it was typed is shown, and stays until it’s replaced', async () => {
  const { user, total } = await typeWhile(withTotal(4_520, 'typed'))
  expect(total.value).toBe('42.50')
  await user.click(screen.getByRole('button', { name: 'Show what’s there now' }))
  expect(total.value).toBe('45.20')
  await user.click(screen.getByRole('button', { name: 'Show what I entered' }))
  expect(total.value).toBe('42.50')
})

test('a value that was read says so until another is typed', async () => {
  signInAs('User')
  serveFakes()
  const { user } = renderScreen(<FactsForm receipt={withTotal(4_210, 'read')} />)
  const total = screen.getByLabelText<HTMLInputElement>(/^Total/)
  expect(screen.getByText('Read from the receipt')).toBeTruthy()
  await user.type(total, '0')
  expect(screen.queryByText('Read from the receipt')).toBeNull()
  await user.clear(total)
  await user.type(total, '42.1')
  expect(screen.getByText('Read from the receipt')).toBeTruthy()
})

test('a suggested total that may be in another currency says so', async () => {
  signInAs('User')
  serveFakes()
  const read = { value: 4_900, confidence: 0.6, level: 'check', box: null, isForeign: true } as const
  const fields = { ...fieldsOf({}), totalCents: read }
  const suggested = detailsOf(receiptOf({ suggestions: { totalCents: 4_900 } }))
  const readings = [{ file: '1', state: 'done' as const, fields }]
  renderScreen(<FactsForm receipt={{ ...suggested, readings }} />)
  expect(await screen.findByText(/^Check this: \$49\.00\. It may be in another currency\.$/)).toBeTruthy()
})

describe('GST that we calculated', () => {
  const box = { page: 1, left: 0.1, top: 0.1, width: 0.5, height: 0.05 }
  const value = <Value,>(value: Value) => ({ value, confidence: 0.6, level: 'check' as const, box })
  const fields: ReadFields = {
    supplier: null,
    supplierAbn: null,
    documentDate: null,
    totalCents: value(5685),
    gstCents: { ...value(517), origin: 'calculated' },
  }
  const calculated = (changes: Partial<Receipt>): ReceiptDetails => ({
    ...detailsOf(receiptOf(changes)),
    readings: [{ file: '01a1f98c-b7c0-73be-90be-d80dc65f0002', state: 'done', fields }],
  })

  test('isn’t said to be read once it’s accepted', () => {
    signInAs('User')
    serveFakes()
    const { facts } = receiptOf()
    const accepted = { facts: { ...facts, gstCents: 517 }, sources: { gstCents: 'confirmed' as const } }
    renderScreen(<FactsForm receipt={calculated(accepted)} />)
    expect(screen.getByText('Calculated from the total and accepted')).toBeTruthy()
  })

  test('isn’t saved with a corrected total', async () => {
    signInAs('User')
    const sent = vi.fn<(body: object) => void>()
    const receipt = calculated({ suggestions: { totalCents: 5685, gstCents: 517 } })
    serveFakes(
      fake(receiptEndpoints.editFacts, ({ body }) => {
        const { known: _, ...facts } = body
        sent(facts)
        return receiptOf()
      }),
    )
    const { user } = renderScreen(<FactsForm receipt={receipt} acceptsSuggestions />)
    const total = screen.getByLabelText(/^Total/)
    await user.clear(total)
    await user.type(total, '86.85{Enter}')
    await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ totalCents: 8685 }))
  })
})

test('an amount that isn’t one is reported together with an ABN that isn’t valid', async () => {
  signInAs('User')
  serveFakes()
  const { user } = renderScreen(<FactsForm receipt={before} />)
  const total = screen.getByLabelText(/^Total/)
  await user.clear(total)
  await user.type(total, '1.2.3')
  const abn = screen.getByLabelText(/^Supplier ABN/)
  await user.type(abn, '123')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  const described = (description: RegExp) => screen.getByRole('textbox', { description })
  expect(described(/Enter an amount such as 12.50/)).toBe(total)
  expect(described(/Enter the 11 digits of a valid ABN/)).toBe(abn)
})
