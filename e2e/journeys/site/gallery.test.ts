import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, expectAccessible, expectToFit, test } from '../../harness/test.ts'

const web = join(import.meta.dirname, '../../../web')
const built = join(web, 'build/gallery/client')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

let server: Server
let gallery: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const { status, stderr } = spawnSync('react-router', ['build', '--minify', 'false'], {
    cwd: web,
    env: { ...process.env, VITE_GALLERY: '1' },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = extname(path) === '' ? 'index.html' : path
    void readFile(join(built, file)).then(
      (bytes) => response.setHeader('content-type', types[extname(file)] ?? 'image/png').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  gallery = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gallery`
})

test.afterAll(() => void server.close())

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
