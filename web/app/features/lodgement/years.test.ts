import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { save } from '#platform/storage/local-storage.ts'
import { product } from '#platform/page/product.ts'
import { field, fillInPerson, open, pinToday, submitButton } from './testing/form.tsx'

beforeEach(pinToday)

/** Opens the form of a page that was built before the last income year ended. */
function openOldPage() {
  product.buildDay = '2026-06-20'
  return open()
}

test('the form is for the last income year, even if the page was built before that ended', async () => {
  const { user, requests } = openOldPage()
  await waitFor(() => expect(field('Income year').value).toBe('2025-26'))
  await fillInPerson(user)
  await user.click(submitButton())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ incomeYear: '2025-26' }))
})

test('a draft keeps its income year', async () => {
  const answers = { fullName: 'Ann', incomeYear: '2024-25' }
  save('lodgement-draft:', { answers, savedAt: new Date().toISOString() })
  openOldPage()
  await waitFor(() => expect(field('Full name').value).toBe('Ann'))
  await waitFor(() => expect([...optionsOf('Income year')]).toContain('2026-27'))
  expect(field('Income year').value).toBe('2024-25')
})

function optionsOf(label: string): string[] {
  const { options } = field(label) as unknown as HTMLSelectElement
  return [...options].map(({ value }) => value)
}
