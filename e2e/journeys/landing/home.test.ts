import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, test } from '../../harness/test.ts'

const sections = [
  ['About', 'about'],
  ['How it works', 'how-it-works'],
] as const

test('a visitor sees the landing page', { tag: ['@phone-only', '@phone'] }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every docket, safe for five years.')
  const links = page.getByRole('banner').getByRole('link')
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
    // Each on one line.
    const heights = await links.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
    expect(Math.max(...heights)).toBe(44)
    await expectAccessible(page)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ problems }) => problems.expect(/\.js csp$/))

  test('the whole landing page is readable', { tag: ['@phone'] }, async ({ page }) => {
    await page.goto('/')
    for (const name of ['How It Works', 'About Us', 'Frequently asked questions', 'Contact Us']) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    await page.getByText('How much does it cost?').click()
    await expect(page.getByText('Pro is $4.99 a month')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toHaveAttribute('href', '/register')
    // The form that can't be sent says so and offers an email address.
    await expect(page.getByText('You need JavaScript to send this form.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'support@docketbox.local' })).toBeVisible()
  })

  test('the phone menu works', { tag: ['@phone-only', '@phone'] }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/#about$/)
    await expect(page.getByRole('heading', { name: 'About Us' })).toBeInViewport()
  })
})

for (const [item, id] of sections) {
  test(`${item} scrolls to its section, below the header`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('navigation').getByRole('link', { name: item, exact: true }).click()
    await expect.poll(() => distanceFrom(page, id, 80)).toBeLessThan(1)
    await expect(page).toHaveURL(/\/$/)
  })
}

test('from another screen the header opens / and scrolls to the section', async ({ page }) => {
  await page.goto('/lodgement')
  const header = page.getByRole('navigation', { name: 'Main' })
  await expect(header.getByRole('link', { name: 'Deductions' })).toHaveAttribute('aria-current', 'page')
  await header.getByRole('link', { name: 'How it works' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => distanceFrom(page, 'how-it-works', 80)).toBeLessThan(1)
  await page.goBack()
  await expect(page).toHaveURL(/lodgement$/)
  await page.getByRole('banner').getByRole('link', { name: 'Docketbox' }).click()
  await expect(header.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('smooth scrolling to a section takes half a second', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const takesMs = await page.evaluate(async () => {
    const start = performance.now()
    document.querySelector<HTMLElement>('header nav a[href="/#about"]')!.click()
    let last = -1
    let lastChange = start
    while (performance.now() - start < 1500) {
      await new Promise(requestAnimationFrame)
      if (window.scrollY !== last) lastChange = performance.now()
      last = window.scrollY
    }
    return lastChange - start
  })
  expect(takesMs).toBeGreaterThan(400)
  // A busy machine draws the last frame late.
  expect(takesMs).toBeLessThan(10_000)
})

test('the phone menu opens, navigates and closes', { tag: ['@phone-only', '@phone'] }, async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expect(menu.getByRole('link', { name: 'Deductions' })).toHaveAttribute('href', '/lodgement')
  await menu.getByRole('link', { name: 'How it works' }).click()
  await expect(menu).toBeHidden()
  await expect.poll(() => distanceFrom(page, 'how-it-works', 80)).toBeLessThan(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('the questions open with the keyboard', async ({ page }) => {
  await page.goto('/')
  await page.getByText('How secure is my data?').focus()
  for (const answer of ['There are six categories', 'Take a photo', 'as a single zip file']) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(answer)).toBeVisible()
  }
  // One at a time.
  await expect(page.getByText('There are six categories')).toBeHidden()
})

test('an unknown address is a 404 with a link home', async ({ page, problems }) => {
  problems.expect(/^404: GET .*nowhere$/)
  const response = await page.goto('/nowhere')
  expect(response?.status()).toBe(404)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('forced colours still show buttons and the selected option', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const signUp = page.getByRole('main').getByRole('link', { name: 'Sign Up' })
  await expect(signUp).toHaveCSS('border-top-width', '1px')
  const theme = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) })
  await expect(theme('System')).toHaveCSS('outline-style', 'solid')
  await expect(theme('Dark')).toHaveCSS('outline-style', 'none')
})

test('a selected theme applies from the first paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(16, 22, 20)')
})

for (const [path, scriptKb] of [
  ['/', 126],
  ['/lodgement', 151],
] as const) {
  test(`the first load of ${path} stays within its budget and origin`, async ({ page, productUrl }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .concat(performance.getEntriesByType('navigation'))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    )
    const bytesOf = (ending: RegExp) =>
      loaded.filter(({ name }) => ending.test(name)).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(bytesOf(/\.js$/)).toBeLessThan(scriptKb * 1024)
    expect(bytesOf(/./)).toBeLessThan(300 * 1024)
    expect(loaded.filter(({ name }) => !name.startsWith(productUrl))).toEqual([])
  })
}

/** Distance in pixels between a section's top and its expected position. */
async function distanceFrom(page: Page, id: string, expected: number): Promise<number> {
  // Waits for the section, because the URL changes before the screen.
  const top = await page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top)
  return Math.abs(top - expected)
}
