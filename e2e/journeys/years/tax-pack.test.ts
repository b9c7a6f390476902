import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { api } from '@docketbox/contract'
import { paths } from '@docketbox/contract/core/paths'
import type { Page } from '@playwright/test'
import { pdf } from '@docketbox/testing/files/samples'
import { callApi } from '@docketbox/testing/product/api'
import { unzip } from '@docketbox/testing/files/unzip'
import { expect, expectAccessible, expectToFit, test } from '../../harness/test.ts'

test('a year is packed and downloaded, and the pack checks itself offline', async ({
  page,
  newPerson,
  productUrl,
  signInAs,
}, testInfo) => {
  const person = await newPerson()
  const original = pdf('Union fee 812.00')
  const incomeYear = await fileReceipt(productUrl, person.token, original)
  await signInAs(person)

  await page.goto(paths.pack(incomeYear))
  const make = page.getByRole('button', { name: 'Make tax pack' })
  await expect(make).toBeVisible()
  await expectAccessible(page)
  await make.click()
  await expect(page.getByRole('heading', { name: 'Your pack is ready' })).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await expectToFit(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download pack/ }).click()
  const zipPath = await (await downloading).path()
  const zip = await readFile(zipPath)
  const files = new Map((await unzip(zip)).map(({ name, body }) => [name, body]))
  expect([...files.values()].some((body) => body.equals(original))).toBe(true)

  // Once is enough for a page that isn't part of the product's layout.
  if (testInfo.project.name !== 'desktop') return
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-verify-'))
  try {
    await page.context().setOffline(true)
    await writeFile(join(folder, 'verify.html'), files.get('verify.html')!)
    await page.goto(pathToFileURL(join(folder, 'verify.html')).href, { waitUntil: 'load' })
    await check(page, join(folder, 'intact.zip'), zip)
    await expect(page.getByRole('alert')).toContainText(`All ${files.size - 1} files match`)
    const fingerprint = createHash('sha256').update(files.get('manifest.json')!).digest('hex')
    await expect(page.getByRole('alert')).toContainText(fingerprint)
    await expectAccessible(page)

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
})

/** @returns the income year it's in. */
async function fileReceipt(url: string, token: string, bytes: Buffer): Promise<string> {
  const body = new File([new Uint8Array(bytes)], 'fee.pdf')
  const { uri } = await callApi(url, api.receipts.uploadFile, { body }, { token })
  const [category] = (await callApi(url, api.categories.list, {}, { token })).docs
  const receipt = { category: category!._id, file: [{ uri }], description: 'Union fee' }
  return (await callApi(url, api.receipts.save, { body: receipt }, { token })).incomeYear
}

async function check(page: Page, path: string, zip: Buffer): Promise<void> {
  await writeFile(path, zip)
  await page.getByLabel('Drop the pack here, or choose it').setInputFiles(path)
}
