import type { Page } from '@playwright/test'

/** Stripe's card form inside our page. Only this file changes for the real form, which uses iframes. */
export async function fillInCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

/** Pays with a card on Stripe's hosted page. */
export async function payHosted(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date (MM / YY)').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ann Lee')
  await page.getByRole('button', { name: /^(Subscribe|Pay)/ }).click()
}
