import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { putSession } from '@docketbox/testing/people/people'
import { type Outages, startOutages } from '../../harness/outages.ts'
import { expect, expectAccessible, expectToFit, test as base } from '../../harness/test.ts'

type Fixtures = {
  outages: Outages
  /** Opens a screen as a new person, and waits until the service worker has all files. */
  openInstalled: (path: string) => Promise<void>
}

const test = base.extend<Fixtures>({
  outages: async ({ productUrl }, use) => {
    const outages = await startOutages(productUrl)
    await use(outages)
    await outages.stop()
  },
  baseURL: async ({ outages }, use) => use(outages.url),
  openInstalled: async ({ page, context, outages, newPerson, problems }, use) =>
    use(async (path) => {
      problems.expect(/^no answer: /)
      await putSession(context, outages.url, await newPerson())
      await page.goto(path)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    }),
})

test.use({ serviceWorkers: 'allow' })

test(
  'the app opens without a connection, and what’s photographed there is filed later, even after the tab was closed',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, context, outages, openInstalled, problems }) => {
    // Whether a draft is read was asked just before it was filed.
    problems.expect(/^404: GET .*upload\/image\//)
    await openInstalled('/dashboard')
    await expect(page.getByText('No receipts yet')).toBeVisible()
    outages.isDown = true

    await page.goto('/capture')
    await page.getByRole('button', { name: 'Capture' }).click()
    await page.getByLabel('Description').fill('Feed for the cattle')
    await expect(page.getByText('No connection. It’s stored on this device.')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('button', { name: 'Others' }).click()
    await expect(page.getByRole('heading', { name: 'Scan another' })).toBeVisible()
    await expect(page.getByText('No connection')).toBeVisible()
    await page.getByRole('button', { name: 'Capture' }).click()
    await page.getByLabel('Description').fill('Fence posts')
    // Both photos, and where the first is to be filed.
    await expect.poll(() => page.evaluate(countKept)).toBe(3)
    await page.close()

    const next = await context.newPage()
    await next.goto('/capture')
    await expect(next.getByRole('heading', { name: 'Save receipt' })).toBeVisible()
    await expect(next.getByLabel('Description')).toHaveValue('Fence posts')
    const photo = next.getByRole('img').first()
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100)
    outages.isDown = false
    await expect(next.getByText('Saved to Others.')).toBeVisible()
    await expect.poll(() => next.evaluate(countKept)).toBe(0)
    // The photo has arrived before the connection is lost.
    outages.isDown = true
    await next.getByRole('button', { name: 'Others' }).click()
    await expect(next.getByRole('heading', { name: 'Scan another' })).toBeVisible()
    await expect(next.getByText('No connection')).toBeVisible()
    outages.isDown = false
    await expect(next.getByText('No connection')).toBeHidden()
    await next.goto('/receipts')
    await expect(next.getByText('Feed for the cattle')).toBeVisible()
    await expect(next.getByText('Fence posts')).toBeVisible()
  },
)

test('a receipt started without a connection continues step by step and is saved once there is one', async ({
  page,
  outages,
  openInstalled,
}) => {
  await openInstalled('/custom-upload')
  outages.isDown = true
  const buffer = await drawDocket({ supplier: 'Ampol', totalCents: 6_100 })
  await page.setInputFiles('input[type=file]', { name: 'ampol.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByPlaceholder('What was it for? (required)').fill('Out of reach')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Save to Category' }).click()
  outages.isDown = false
  await page.getByRole('button', { name: /Others/ }).click()
  await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Out of reach')).toBeVisible()
})

test('a list says that the device is offline, and loads once it isn’t', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/dashboard')
  await context.setOffline(true)
  await page.goto('/receipts')
  await expect(page.getByText('You’re offline. We’ll load this once you’re connected.')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('No receipts yet.')).toBeVisible()
})

test('an open page is offered the new version, which then opens without a connection, too', async ({
  page,
  outages,
  openInstalled,
}) => {
  await openInstalled('/dashboard')
  const from = await page.evaluate(pageVersion)
  const to = from.split('').toReversed().join('')
  outages.release = { from, to }
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText('There’s a new version of Docketbox.')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.evaluate(pageVersion)).toBe(to)
  await expect.poll(() => page.evaluate(isWaiting)).toBe(false)
  outages.isDown = true
  await page.reload()
  await expect.poll(() => page.evaluate(pageVersion)).toBe(to)
  await page.getByRole('link', { name: 'To file' }).first().click()
  await expect(page.getByRole('heading', { name: 'To file' })).toBeVisible()
})

test('the login page of a hotel’s Wi-Fi isn’t kept as a part of the app', async ({
  page,
  outages,
  openInstalled,
}) => {
  await page.goto('/terms')
  outages.hasLoginPage = true
  expect(await page.evaluate(installWorker)).toBe('redundant')
  outages.hasLoginPage = false
  await openInstalled('/dashboard')
  outages.isDown = true
  await page.goto('/to-file')
  await expect(page.getByRole('heading', { name: 'To file' })).toBeVisible()
})

/** Runs in the page: how installing the service worker ends. */
async function installWorker(): Promise<ServiceWorkerState> {
  const { installing } = await navigator.serviceWorker.register('/service-worker.js')
  return new Promise((resolve) =>
    installing!.addEventListener('statechange', () => {
      if (installing!.state !== 'installed') resolve(installing!.state)
    }),
  )
}

/** Runs in the page. */
function pageVersion(): string {
  return (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version ?? ''
}

/** Runs in the page: whether another version's service worker waits. */
async function isWaiting(): Promise<boolean> {
  return (await navigator.serviceWorker.ready).waiting !== null
}

/** Runs in the page: how much waits on this device. */
function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('docketbox')
    opening.addEventListener('error', () => reject(opening.error!))
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('files').objectStore('files').count()
      counting.addEventListener('success', () => {
        opening.result.close()
        resolve(counting.result)
      })
    })
  })
}
