import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { tooManyPages } from '../../pending/limits.ts'
import { draftOf, fieldsOf } from '../../testing/drafts.ts'
import { fuel, receiptOf, travel } from '../../testing/receipts.ts'
import { beginToFile, isKept, openToFile, rowIsGone, rowOf } from '../../testing/to-file-screen.tsx'
import { ampol, server, serveDrafts, taxi, unread } from '../../testing/waiting-drafts.ts'

/** Two pages of an invoice: only the first has a supplier, and only the second a total. */
const cover = draftOf(7, {
  reading: { state: 'done', fields: fieldsOf({ supplier: 'Telstra' }) },
  edit: { description: 'Phone in June' },
})
const back = draftOf(8, {
  reading: {
    state: 'done',
    fields: fieldsOf({ totalCents: 8900, documentDate: '2026-03-02' }, ['totalCents']),
  },
  edit: { description: 'Half of it for work', category: travel._id },
})

beforeEach(beginToFile)

async function select(user: ReturnType<typeof openToFile>['user'], ...names: string[]) {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
}

const fileButton = () => screen.getByRole('button', { name: 'File as one receipt' })
/** The bar that files the selected rows. */
const bar = () => fileButton().closest<HTMLElement>('[data-sticky-actions]')!
const withEdit = (draft: Draft, edit: Draft['edit']): Draft => ({ ...draft, edit })

test('selected rows are filed as the pages of one receipt, with what any of them says, and Undo separates them', async () => {
  serveDrafts([cover, back, ampol])
  const { user } = openToFile()
  await select(user, 'Telstra')
  expect(screen.getByText('Select the other pages of this receipt.')).toBeTruthy()
  await select(user, 'docket-8.pdf')
  expect(within(bar()).getByText('Telstra')).toBeTruthy()
  expect(within(bar()).getByText('$89.00')).toBeTruthy()
  await user.click(fileButton())
  await rowIsGone('docket-8.pdf')
  expect(document.activeElement).toBe(await rowOf('Ampol'))
  expect(server.filed).toMatchObject([
    [
      {
        category: travel._id,
        file: [{ uri: cover.uri }, { uri: back.uri }],
        description: 'Phone in June\nHalf of it for work',
        facts: { supplier: 'Telstra', totalCents: 8900, documentDate: '2026-03-02' },
      },
    ],
  ])
  await screen.findByText('Filed as one receipt.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await rowOf('docket-8.pdf')
  // The total isn't on both.
  await isKept(cover, { total: '', description: 'Phone in June', category: '' })
  expect(screen.getByLabelText<HTMLInputElement>('Total, Telstra').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Total, docket-8.pdf').value).toBe('89.00')
})

test('what the user chose and typed about any page is filed, not what was read or suggested on another', async () => {
  serveDrafts([ampol, taxi, unread])
  const { user } = openToFile()
  await select(user, 'Ampol', 'docket-3.pdf')
  await screen.findAllByRole('option', { name: travel.name })
  await user.selectOptions(screen.getByLabelText('Category, docket-3.pdf'), travel.name)
  await user.type(screen.getByLabelText('Total, docket-3.pdf'), '120.00')
  expect(bar().textContent).toContain(`2 pages, ${travel.name}`)
  expect(within(bar()).getByText('$120.00')).toBeTruthy()
  const filed = {
    category: travel._id,
    facts: { supplier: 'Ampol', totalCents: 12_000, documentDate: '2026-03-01' },
  }
  await user.type(screen.getByLabelText('Total, docket-3.pdf'), '{Enter}')
  await rowIsGone('Ampol')
  expect(server.filed).toMatchObject([[filed]])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await rowOf('Ampol')
  // What was suggested and read is stored since, as if it had been chosen and typed.
  await isKept(ampol, { category: fuel._id, total: '56.85' })
  await user.click(fileButton())
  await waitFor(() => expect(server.filed).toMatchObject([[filed], [filed]]))
})

test('of two totals that were read, the more certain one is filed, unless the user cleared it', async () => {
  const totalOf = (value: number, confidence: number): Draft['reading'] => {
    const total = { value, confidence, level: 'sure' as const, box: null }
    return { state: 'done', fields: { ...fieldsOf({ supplier: 'Telstra' }), totalCents: total } }
  }
  const subtotal = draftOf(7, { reading: totalOf(8000, 0.7) })
  serveDrafts([subtotal, draftOf(8, { reading: totalOf(8900, 0.95) })])
  const { user } = openToFile()
  for (const box of await screen.findAllByRole('checkbox', { name: 'Select Telstra' })) await user.click(box)
  expect(within(bar()).getByText('$89.00')).toBeTruthy()
  expect(bar().textContent).toContain('They have different totals. Are they one receipt?')
  await user.clear(screen.getAllByLabelText('Total, Telstra')[1]!)
  expect(within(bar()).getByText('$80.00')).toBeTruthy()
})

test('what’s selected isn’t filed unseen as a receipt of its own', async () => {
  serveDrafts([ampol, { ...ampol, uri: draftOf(9).uri }, unread])
  const { user } = openToFile()
  await screen.findByRole('button', { name: 'File the 2 we’re sure about' })
  await select(user, 'docket-3.pdf')
  await user.click(screen.getAllByRole('checkbox', { name: 'Select Ampol' })[0]!)
  await user.click(screen.getByRole('button', { name: 'File the one we’re sure about' }))
  await waitFor(() => expect(server.filed).toHaveLength(1))
  expect(server.filed[0]).toMatchObject([{ file: [{ uri: draftOf(9).uri }] }])
  await user.click(await screen.findByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('button', { name: 'File as one receipt' })).toBeNull()
})

test('the only row can’t be selected, not even with Space', async () => {
  serveDrafts([ampol])
  const { user } = openToFile()
  ;(await rowOf('Ampol')).focus()
  await user.keyboard(' ')
  expect(screen.queryByText('Select the other pages of this receipt.')).toBeNull()
  expect(screen.queryByText('Space')).toBeNull()
})

test('pages without a category say so, and stay selected', async () => {
  serveDrafts([cover, unread])
  const { user } = openToFile()
  await select(user, 'Telstra', 'docket-3.pdf')
  await user.click(fileButton())
  expect(await screen.findByText('Choose a category.')).toBeTruthy()
  expect(document.activeElement).toBe(await rowOf('Telstra'))
  await user.keyboard('1')
  await user.click(fileButton())
  await rowIsGone('Telstra')
  expect(server.filed[0]).toMatchObject([
    { category: fuel._id, file: [{ uri: cover.uri }, { uri: unread.uri }] },
  ])
})

test('pages on different pages of the list say what’s missing, and are filed once it’s there', async () => {
  serveDrafts(
    [cover, unread],
    fake(receiptEndpoints.drafts, ({ query }) => {
      const [page, limit] = [Number(query.page), query.limit === '20' ? 1 : 200]
      const docs = server.waiting.slice((page - 1) * limit, page * limit)
      const totalDocs = server.waiting.length
      return { docs, totalPages: Math.ceil(totalDocs / limit), page, totalDocs }
    }),
  )
  const { user } = openToFile()
  await select(user, 'Telstra')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await select(user, 'docket-3.pdf')
  await user.click(await screen.findByRole('button', { name: 'File as one receipt' }))
  expect(within(bar()).getByRole('alert').textContent).toBe('Choose a category.')
  expect(document.activeElement).toBe(await rowOf('docket-3.pdf'))
  await user.keyboard('1')
  expect(within(bar()).queryByRole('alert')).toBeNull()
  await user.click(fileButton())
  await waitFor(() => expect(server.filed).toHaveLength(1))
  expect(server.filed[0]).toMatchObject([
    { category: fuel._id, file: [{ uri: cover.uri }, { uri: unread.uri }] },
  ])
})

test('pages aren’t filed as one receipt until the user’s totals, dates and categories agree', async () => {
  const typed = { total: '88.00', date: '2026-03-01', category: travel._id }
  const other = { total: '8.80', date: '2026-03-05', category: fuel._id }
  serveDrafts([withEdit(back, typed), withEdit(unread, other)])
  const { user } = openToFile()
  await select(user, 'docket-8.pdf', 'docket-3.pdf')
  await user.click(fileButton())
  const differences = ['totals', 'dates', 'categories'].map((values) => `The pages have different ${values}.`)
  expect(within(bar()).getByRole('alert').textContent).toBe(differences.join(' '))
  await user.selectOptions(screen.getByLabelText('Category, docket-8.pdf'), fuel.name)
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(`${label}, docket-3.pdf`), { target: { value } })
  change('Date', typed.date)
  change('Total', '$88')
  await user.click(fileButton())
  await waitFor(() =>
    expect(server.filed).toMatchObject([[{ category: fuel._id, facts: { totalCents: 8800 } }]]),
  )
})

test('pages that couldn’t be filed stay selected', async () => {
  let isDown = true
  serveDrafts(
    [taxi, ampol, unread],
    fake(receiptEndpoints.fileDrafts, ({ body }) => {
      if (isDown) return refuse(receiptRefusals.unknownCategory)
      server.filed.push(body.receipts)
      return { docs: [receiptOf()] }
    }),
  )
  const { user } = openToFile()
  await select(user, 'Harbour Taxi', 'Ampol')
  await user.click(fileButton())
  expect(await screen.findByText(receiptRefusals.unknownCategory.message)).toBeTruthy()
  expect(await screen.findByRole('checkbox', { name: 'Select Ampol, page 2' })).toBeTruthy()
  isDown = false
  await user.click(fileButton())
  await waitFor(() => expect(server.filed).toHaveLength(1))
  expect(server.filed[0]).toMatchObject([{ file: [{ uri: taxi.uri }, { uri: ampol.uri }] }])
})

test('Undo selects the pages again, unless others were selected since', async () => {
  serveDrafts([taxi, ampol, unread, cover])
  const { user } = openToFile()
  await select(user, 'Harbour Taxi', 'Ampol')
  await user.click(fileButton())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('checkbox', { name: 'Select Ampol, page 2' })).toBeTruthy()
  await user.click(fileButton())
  await rowIsGone('Ampol')
  await select(user, 'docket-3.pdf')
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!)
  await rowOf('Ampol')
  expect(screen.getByRole('checkbox', { name: 'Select docket-3.pdf, page 1' })).toBeTruthy()
  expect(screen.getByText('Select the other pages of this receipt.')).toBeTruthy()
})

test('more pages than a receipt can have aren’t filed as one', async () => {
  const rules = { maxBytes: 20_000_000, maxFiles: 2, types: ['application/pdf'] }
  serveDrafts(
    [taxi, ampol, unread],
    fake(receiptEndpoints.rules, () => rules),
  )
  const { user } = openToFile()
  await select(user, 'Harbour Taxi', 'Ampol', 'docket-3.pdf')
  expect(await within(bar()).findByRole('alert')).toHaveProperty('textContent', tooManyPages(rules))
  await user.click(fileButton())
  await user.click(screen.getByRole('checkbox', { name: 'Select docket-3.pdf, page 3' }))
  expect(within(bar()).queryByRole('alert')).toBeNull()
  await user.click(fileButton())
  await waitFor(() =>
    expect(server.filed).toMatchObject([[{ file: [{ uri: taxi.uri }, { uri: ampol.uri }] }]]),
  )
})
