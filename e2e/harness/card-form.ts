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

/**
 * Answers the bank over our page, by keyboard: Chromium ignores clicks in another origin's frame that has just appeared or
 * moved, which takes longer on a busy machine.
 */
export async function answerBank(
  page: Page,
  answer: 'Complete authentication' | 'Fail authentication',
): Promise<void> {
  const bank = page.frameLocator('iframe[title="Bank authentication"]')
  await bank.getByRole('button', { name: answer }).press('Enter')
}
