import { expect, expectAccessible, expectToFit, test } from '../harness/test.ts'

test('a visitor meets the landing page', { tag: ['@phone'] }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)
})
