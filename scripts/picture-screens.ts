/**
 * Takes the landing page's screenshots: starts the product, adds a few receipts, captures two screens
 * on a phone in both themes. Run it after changing those screens and commit the results.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@docketbox/contract'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { addPerson, putSession, type SignedInPerson } from '@docketbox/testing/people/people'
import { startProduct } from '@docketbox/testing/product/start'
import { findChromium, noChromium } from '@docketbox/testing/browser/chromium'

const pictures = join(import.meta.dirname, '../web/app/features/landing/pictures')
const viewport = { width: 360, height: 720 }
const DAY_MS = 24 * 60 * 60 * 1000

/** Newest last. */
const receipts = [
  { category: 4, supplier: 'Red Centre First Aid', totalCents: 12_900, description: 'First aid certificate' },
  { category: 2, supplier: 'Trades Union of NSW', totalCents: 5_460, description: 'Union fees, October' },
  { category: 0, supplier: 'Kmart Tyre Newtown', totalCents: 28_900, description: 'Two tyres for the ute' },
  { category: 3, supplier: 'Banksia Cafe', totalCents: 2_450, description: 'Dinner, overtime at the site' },
  { category: 0, supplier: 'Ampol Marrickville', totalCents: 8_412, description: 'Fuel, job in Penrith' },
  { category: 1, supplier: 'City Parking', totalCents: 1_800, description: 'Parking at the client' },
  { category: 0, supplier: 'Ironbark Motors', totalCents: 41_550, description: 'Logbook service' },
  { category: 0, supplier: 'Shell Coles Express', totalCents: 6_820, description: 'Fuel, supplies run' },
] as const

const executablePath = findChromium()
if (!executablePath) throw new Error(noChromium)
const folder = await mkdtemp(join(tmpdir(), 'docketbox-pictures-'))
const product = await startProduct({ DATA_DIR: folder, TRUST_PROXY: 'true' })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(pictures, { recursive: true })
  const person = await addPerson(product, { firstName: 'Mia', lastName: 'Nguyen' })
  const { docs: categories } = await callApi(product.url, api.categories.list, {}, person)
  for (const receipt of receipts) await fileReceipt(person, categories[receipt.category]!._id, receipt)
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      colorScheme,
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
      reducedMotion: 'reduce',
      isMobile: true,
      hasTouch: true,
    })
    await putSession(context, product.url, person)
    const page = await context.newPage()
    await picture(page, '/dashboard', `dashboard-${colorScheme}`)
    await picture(page, `/categories/${categories[0]!._id}`, `category-${colorScheme}`)
    await context.close()
  }
} finally {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fileReceipt(person: SignedInPerson, category: string, receipt: (typeof receipts)[number]) {
  const { supplier, totalCents, description } = receipt
  const file = new File([new Uint8Array(await drawDocket({ supplier, totalCents }))], `${supplier}.jpg`, {
    type: 'image/jpeg',
  })
  const { uri } = await callApi(product.url, api.receipts.uploadFile, { body: file, query: {} }, person)
  const body = { category, file: [{ uri }], description }
  const { _id } = await callApi(product.url, api.receipts.save, { body }, person)
  const days = 3 * (receipts.length - receipts.indexOf(receipt))
  const documentDate = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
  const facts = { supplier, totalCents, gstCents: Math.round(totalCents / 11), documentDate }
  await callApi(product.url, api.receipts.editFacts, { params: { uploadId: _id }, body: facts }, person)
}

async function picture(page: Page, path: string, name: string): Promise<void> {
  await page.goto(product.url + path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(6000)
  const png = await page.screenshot()
  const small = sharp(png).resize({ width: viewport.width * 1.5 })
  await small
    .clone()
    .avif({ quality: 55, effort: 7 })
    .toFile(join(pictures, `${name}.avif`))
  await small
    .clone()
    .webp({ quality: 78, effort: 6 })
    .toFile(join(pictures, `${name}.webp`))
}
