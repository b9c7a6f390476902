import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { incomeYearOf, sydneyDay } from '@docketbox/contract'
import { paths } from '@docketbox/contract/core/paths'
import type { Page } from '@playwright/test'
import { pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'
import { expect, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

test('a year goes from its first receipt to a pack that checks itself offline', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  const original = pdf('Union fee 812.00')
  await page.goto('/custom-upload')
  const file = { name: 'fee.pdf', mimeType: 'application/pdf', buffer: original }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Description').fill('Union fee')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save to Category' }).click()
  await page.getByRole('button', { name: /Insurance/ }).click()
  await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)

  await page.goto(paths.year(incomeYearOf(sydneyDay(new Date()))))
  await page.getByRole('link', { name: 'Tax pack' }).click()
  const make = page.getByRole('button', { name: 'Make tax pack' })
  await expect(make).toBeVisible()
  await expectAccessibleAtAllWidths(page)
  await make.click()
  await expect(page.getByRole('heading', { name: 'Your pack is ready' })).toBeVisible({ timeout: 60_000 })
  await expectAccessibleAtAllWidths(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download pack/ }).click()
  const zipPath = await (await downloading).path()
  const zip = await readFile(zipPath)
  const files = new Map((await unzip(zip)).map(({ name, body }) => [name, body]))
  expect([...files.values()].some((body) => body.equals(original))).toBe(true)

  await checkOffline(page, { zip, files })
})

/** Drops an intact pack, a changed one and part of one on verify.html, without a network. */
async function checkOffline(
  page: Page,
  { zip, files }: { zip: Buffer; files: ReadonlyMap<string, Buffer> },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-verify-'))
  try {
    await page.context().setOffline(true)
    await writeFile(join(folder, 'verify.html'), files.get('verify.html')!)
    await page.goto(pathToFileURL(join(folder, 'verify.html')).href, { waitUntil: 'load' })
    await check(page, join(folder, 'intact.zip'), zip)
    await expect(page.getByRole('alert')).toContainText(`All ${files.size - 1} files match`)
    const fingerprint = createHash('sha256').update(files.get('manifest.json')!).digest('hex')
    await expect(page.getByRole('alert')).toContainText(fingerprint)
    await expectAccessibleAtAllWidths(page)

    const changed = Buffer.from(zip)
    changed[zip.indexOf('Union fee 812.00') + 10]! ^= 1
    await check(page, join(folder, 'changed.zip'), changed)
    await expect(page.getByRole('alert')).toContainText('This pack has been changed: 1 problem')
    await expect(page.getByRole('alert')).toContainText(/\.pdf: changed/)

    await check(page, join(folder, 'cut.zip'), zip.subarray(0, zip.length - 30))
    await expect(page.getByRole('alert')).toContainText('isn’t a complete zip')
  } finally {
    await page.context().setOffline(false)
    await rm(folder, { recursive: true })
  }
}

async function check(page: Page, path: string, zip: Buffer): Promise<void> {
  await writeFile(path, zip)
  await page.getByLabel('Drop the pack here, or choose it').setInputFiles(path)
}
