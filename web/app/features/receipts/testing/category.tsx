import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { yearsFake } from '#features/years/testing'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import CategoryPage from '../category/page.tsx'
import { detailsOf, fuel, travel } from './receipts.ts'

/** Fakes of the endpoints a category reads. `stored` is read at each request. */
export const categoryFakes = (stored: () => Receipt[], requested?: (query: object) => void) => [
  fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
  fake(receiptEndpoints.summary, () => ({
    totals: [],
    months: [],
    receipts: 1,
    trashed: 0,
    toFile: 0,
    toCheck: 0,
    recent: [],
  })),
  fake(receiptEndpoints.search, ({ query }) => {
    requested?.(query)
    return resultsOf(
      stored().filter(
        ({ category, description }) => category === query.category && description.includes(query.q ?? ''),
      ),
    )
  }),
  fake(receiptEndpoints.details, () => detailsOf(stored()[0]!)),
  yearsFake(),
]

/** What a search answers when these match. */
export function resultsOf(docs: Receipt[]) {
  const amounts = docs.flatMap(({ facts }) => facts.totalCents ?? [])
  return {
    docs,
    page: 1,
    totalPages: 1,
    totalDocs: docs.length,
    isCountCapped: false,
    totalCents: amounts.reduce((total, cents) => total + cents, 0),
    withAmount: amounts.length,
    claimableCents: null,
    corrections: [],
  }
}

/** Makes the screen as wide as this; jsdom has none. */
export function stubWidth(rem: number): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: Number(/min-width: (\d+)rem/.exec(media)?.[1] ?? Infinity) <= rem,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

export const openCategory = (at = `/categories/${fuel._id}`) =>
  renderScreen(<CategoryPage />, { path: '/categories/:categoryId', at })
export const findRow = () => screen.findByRole('button', { name: /^Trip to client/ })
