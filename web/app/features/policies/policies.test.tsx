import { paths } from '@docketbox/contract/core/paths'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { product } from '#platform/page/product.ts'
import { renderScreen } from '#testing/render.tsx'
import PrivacyPage from './privacy-page.tsx'
import { Terms } from './terms.tsx'

test('the privacy policy says how long each kind of information is kept', () => {
  renderScreen(<PrivacyPage />)
  const kinds = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(kinds).toContain('Deleted receipts')
  expect(screen.getAllByRole('definition')).toHaveLength(kinds.length)
})

test('the privacy policy says what no person decides, and who looks at it again', () => {
  renderScreen(<PrivacyPage />)
  const heading = screen.getByRole('heading', { name: 'What happens without a person deciding' })
  const section = within(heading.closest('section')!)
  const appeal = within(section.getByText(/a person will look at it/))
  expect(appeal.getByRole('link').getAttribute('href')).toBe(`mailto:${product.supportEmail}`)
})

test('the privacy policy says what staff see besides the profile, and that the log of it stays', () => {
  renderScreen(<PrivacyPage />)
  expect(screen.getByText(/Our staff see/).textContent).toMatch(/when you share.*such as deleting receipts/)
  expect(screen.getByText('The log of important changes').nextSibling?.textContent).toMatch(/^Permanently/)
})

test('the privacy policy says what a refund or a dispute does to access', () => {
  renderScreen(<PrivacyPage />)
  const effects = screen.getByText(/refund a payment in full, the access it paid for ends/)
  expect(effects.textContent).toContain('may stop until the bank decides')
})

test('the terms say what renews, and what doesn’t', () => {
  renderScreen(<Terms heading="h3" />)
  expect(screen.getByText(/Subscriptions renew automatically until you cancel them/)).toBeTruthy()
  expect(screen.getByText(/Single months never renew/)).toBeTruthy()
})

test('the terms say where to send a question', () => {
  renderScreen(<Terms heading="h3" />)
  const link = screen.getByRole('link', { name: product.supportEmail })
  expect(link.getAttribute('href')).toBe(`mailto:${product.supportEmail}`)
})

test('the terms lead to the privacy policy without leaving a half-filled form', () => {
  renderScreen(<Terms heading="h3" />)
  const link = screen.getByRole('link', { name: 'privacy policy' })
  expect(link.getAttribute('href')).toBe(paths.privacy)
  expect(link.getAttribute('target')).toBe('_blank')
})
