import type { Page } from '@playwright/test'
import { expect, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

test('the filters of payments don’t overlap on phones or desktops', async ({
  page,
  signInAs,
  superAdmin,
}) => {
  await signInAs(superAdmin)
  await page.goto('/admin-dashboard/payments?state=refundPending')
  await expect(page.getByLabel('Status')).toHaveValue('refundPending')
  await expectAccessibleAtAllWidths(page)
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overlapsIn(page), `at ${width}`).toEqual([])
  }
})

/** Pairs of filters whose controls overlap. */
function overlapsIn(page: Page): Promise<string[]> {
  return page.getByRole('group', { name: 'Filters' }).evaluate((group) => {
    const labels = [...group.querySelectorAll('label')]
    const boxes = labels.map((label) => ({
      name: label.firstChild!.textContent,
      ...label.control!.getBoundingClientRect().toJSON(),
    }))
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        )
        .map((other) => `${one.name} and ${other.name}`),
    )
  })
}
