import { join } from 'node:path'
import { build, preview, type PreviewServer } from 'vite'
import { expect, expectAccessible, expectToFit, test } from '../../harness/test.ts'

const configFile = join(import.meta.dirname, '../../../web/vite.gallery.config.ts')

let server: PreviewServer
let gallery: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await build({ configFile, logLevel: 'error' })
  server = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' } })
  gallery = server.resolvedUrls!.local[0]!
})

test.afterAll(() => server.close())

for (const width of [360, 1280]) {
  test(`the design system is accessible, ${width} px wide`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(gallery)
    await expect(page.getByRole('heading', { level: 1, name: 'Design system' })).toBeVisible()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert').first()).toBeFocused()
    await expectToFit(page)
    await expectAccessible(page)
  })
}

test('overlays are accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(gallery)
  for (const [name, role] of [
    ['Dialog', 'dialog'],
    ['Confirmation', 'alertdialog'],
    ['Menu', 'menu'],
  ] as const) {
    const opener = page.getByRole('button', { name, exact: true })
    await opener.click()
    await expect(page.getByRole(role)).toBeVisible()
    await expectAccessible(page, `[role=${role}]`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
    await expect(opener).toBeFocused()
  }
})
