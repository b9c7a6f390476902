import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { fake } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
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
  fake(receiptEndpoints.list, ({ query }) => {
    requested?.(query)
    const docs = stored().filter(
      ({ category, description }) => category === query.category && description.includes(query.q ?? ''),
    )
    return { docs, totalPages: 1, page: 1, totalDocs: docs.length }
  }),
  fake(receiptEndpoints.details, () => detailsOf(stored()[0]!)),
]

/** Signs in. jsdom has no layout, so every element gets the height of a row. */
export function startInCategory(): void {
  signInAs('User')
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(92)
}

export const openCategory = (at = `/categories/${fuel._id}`) =>
  renderScreen(<CategoryPage />, { path: '/categories/:categoryId', at })
export const findRow = () => screen.findByRole('button', { name: /^Trip to client/ })
