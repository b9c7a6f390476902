import type { Page } from '@playwright/test'

/** The provider's card form inside our page. The real one lies in frames: whoever runs against it changes this file only. */
export async function fillInCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

/** A hosted page of the provider, paid with a card. */
export async function payHosted(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date (MM / YY)').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Ann Lee')
  await page.getByRole('button', { name: /^(Subscribe|Pay)/ }).click()
}
