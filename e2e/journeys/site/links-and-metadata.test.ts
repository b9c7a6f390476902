import { api } from '@docketbox/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { publicPaths } from '@docketbox/web/public-paths'
import { callApi } from '@docketbox/testing/product/api'
import { expectReachable, linksIn, type PageLink } from '../../harness/site.ts'
import { expect, expectAccessible, expectToFit, test } from '../../harness/test.ts'

const appScreens = [
  '/dashboard',
  '/capture',
  '/custom-upload',
  '/categories',
  '/trash',
  '/success',
  '/sample',
  '/profile',
  '/profile/security',
  '/profile/data',
  '/subscription',
  '/upgrade',
  '/pricing-duration',
  '/payment-history',
  '/dashboard-celebrate',
]
const administratorScreens = [
  '/admin-dashboard',
  '/admin-dashboard/payments',
  '/admin-dashboard/messages',
  '/admin-dashboard/lodgements',
  '/admin-dashboard/administrators',
  '/admin-dashboard/finance',
  '/admin-dashboard/finance/subscriptions',
  '/admin-dashboard/promotions',
  '/admin-dashboard/reading',
  '/admin-dashboard/backups',
  '/admin-dashboard/audit-log',
  '/profile/security',
  '/profile/data',
]

test('every link and file of the public pages exists', async ({ request, productUrl }) => {
  const pages = await Promise.all(
    publicPaths.map(async (path) => {
      const response = await request.get(path)
      expect(response.status(), path).toBe(200)
      return linksIn(path, await response.text())
    }),
  )
  const links = pages.flat()
  expect(links.map(({ address }) => address)).toEqual(expect.arrayContaining(['/#about', '/lodgement']))
  await expectReachable(request, productUrl, links)
})

test('every link of the app works', async ({ page, request, productUrl, newPerson, signInAs }) => {
  await signInAs(await newPerson())
  const links = await linksOn(page, appScreens)
  expect(links.some(({ address }) => /^\/categories\/./.test(address))).toBe(true)
  await expectReachable(request, productUrl, links)
})

test("every link of the administrators' screens works", async ({
  page,
  request,
  productUrl,
  signInAs,
  superAdmin,
}) => {
  await signInAs(superAdmin)
  const links = await linksOn(page, administratorScreens)
  expect(links.map(({ address }) => address)).toContain('/admin-dashboard/audit-log')
  await expectReachable(request, productUrl, links)
})

test(
  'the small screens before login are accessible',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, problems }) => {
    problems.expect(/^4\d\d: GET .*\/api\/auth\/verification/)
    const choosePassword = '/reset-password#token=x&email=ann@example.com'
    for (const path of [
      '/welcome',
      '/error',
      '/verify',
      '/resend-verification',
      '/forgetpassword',
      choosePassword,
      '/privacy',
      '/terms',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(page)
      await expectAccessible(page)
    }
  },
)

test('every public page is complete before any script runs', async ({ request, productUrl }) => {
  const titles = new Set<string>()
  const pages = [...publicPaths, '/no-such-page']
  for (const path of pages) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    titles.add(/<title>(.+?)<\/title>/.exec(html)![1]!)
    expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(html.match(/<h1\b/g), path).toHaveLength(1)
    expect(html, path).not.toContain('localhost:3000')
    expect(html, path).toContain(`data-origin="${productUrl}"`)
  }
  expect(titles.size).toBe(pages.length)
})

test('every other screen shows its frame and a skeleton before any script runs', async ({
  browser,
  productUrl,
}) => {
  const withoutScripts = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  })
  const page = await withoutScripts.newPage()
  for (const path of ['/dashboard', '/categories/7', '/admin-dashboard']) {
    await page.goto(productUrl + path)
    await expect(page).toHaveTitle('Docketbox')
    await expect(page.getByRole('banner')).toContainText('Docketbox')
    await expect(page.getByRole('main').locator('.animate-pulse').first()).toBeVisible()
    await expect(page.locator('.animate-spin')).toHaveCount(0)
    await expectToFit(page)
  }
  await withoutScripts.close()
})

test('the metadata for search engines is correct', async ({ request, productUrl }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const mapAddress = /^Sitemap: (.+)$/m.exec(robots)![1]!
  const map = await (await request.get(new URL(mapAddress).pathname)).text()
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)
  expect(listed.map((address) => new URL(address).pathname)).toEqual([
    '/',
    '/lodgement',
    '/register',
    '/login',
    '/privacy',
    '/terms',
  ])
  for (const address of listed) {
    const html = await (await request.get(new URL(address).pathname)).text()
    expect(html.match(/rel="canonical" href="([^"]+)"/)?.[1], address).toBe(address)
    const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
    expect(description.length, address).toBeGreaterThan(50)
    expect(html.includes('noindex'), address).toBe(false)
    expect(address).toMatch(productUrl)
    expect(html).toContain(`<meta property="og:url" content="${address}"`)
    expect(html).toContain(`<meta property="og:image" content="${productUrl}/social-card.png"`)
  }

  const card = await sharp(await (await request.get('/social-card.png')).body()).metadata()
  expect(card).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const manifest = JSON.parse(await textOf('/manifest.webmanifest')) as {
    start_url: string
    icons: { src: string; sizes: string; type: string }[]
    shortcuts: { url: string }[]
  }
  for (const { src, sizes, type } of manifest.icons) {
    const response = await request.get(src)
    expect(response.headers()['content-type'], src).toContain(type)
    if (sizes === 'any') continue
    const { width, height } = await sharp(await response.body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  const led = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url), '/apple-touch-icon.png']
  await expectReachable(
    request,
    productUrl,
    led.map((address) => ({ from: '/', address })),
  )

  async function textOf(path: string): Promise<string> {
    return (await request.get(path)).text()
  }
})

test('the prices on the landing page match the plans', async ({ request, productUrl, newPerson }) => {
  const { docs } = await callApi(productUrl, api.subscriptions.list, {}, await newPerson())
  const planCalled = (planName: string) => docs.find(({ name }) => name === planName)!
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  const [trial, pro, premium] = ['Trial', 'Pro', 'Premium'].map(planCalled)
  const html = (await (await request.get('/')).text()).replaceAll(/\s+/g, ' ')
  expect(trial).toMatchObject({ priceCents: 0, cycleLabel: '30 days' })
  expect(html).toContain('30-day free trial, no card needed')
  expect(pro).toMatchObject({ months: 1 })
  expect(html).toContain(`Pro is ${dollars(pro!.priceCents)} a month`)
  expect(html).toContain(`Plans from ${dollars(pro!.priceCents)} a month`)
  expect(premium).toMatchObject({ months: 3 })
  expect(html).toContain(
    `Premium is ${dollars(premium!.priceCents)} a quarter, which works out at ${dollars(premium!.pricePerMonthCents)} a month`,
  )
})

/** The links of screens, once their content has loaded. */
async function linksOn(page: Page, screens: readonly string[]): Promise<PageLink[]> {
  const links: PageLink[] = []
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await expect(page.getByRole('main').locator('.animate-pulse, .animate-spin')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(path)
    const { hrefs, lost } = await page.evaluate(() => {
      const all = [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')!)
      const anchors = all.filter((href) => href.startsWith('#'))
      return {
        hrefs: all.filter((href) => !href.startsWith('#')),
        lost: anchors.filter((href) => !document.querySelector(href)),
      }
    })
    expect(lost, path).toEqual([])
    links.push(...hrefs.map((address) => ({ from: path, address })))
  }
  return links
}
