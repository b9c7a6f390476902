import type { Locator } from '@playwright/test'
import { answer, untilAlive } from '../../harness/lodgement-form.ts'
import { expect, test } from '../../harness/test.ts'

const supportEmail = 'support@docketbox.local'

test('the header links to every section from another page, and the brand links home', async ({ page }) => {
  await page.goto('/lodgement')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const [item, section] of [
    ['About', 'about'],
    ['How it works', 'how-it-works'],
  ] as const) {
    await main.getByRole('link', { name: item }).click()
    await expect(page).toHaveURL('/')
    await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await expectBelowHeader(page.locator(`#${section}`))

    await main.getByRole('link', { name: 'Deductions' }).click()
    await expect(page).toHaveURL('/lodgement')
    await expect(main.getByRole('link', { name: 'Deductions' })).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
  await page.getByRole('banner').getByRole('link', { name: 'Docketbox' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('the footer links to sign-up without passing on the typed email', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Your email').fill('ann@example.com')
  await footer.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/register')
  const form = page.getByRole('form', { name: 'Sign up' })
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue('')
})

test('a contact message is sent and both sides get a mail', { tag: '@phone' }, async ({ page, mail }) => {
  const sender = `visitor.${Date.now()}@example.com`
  const words = `Do you take fuel dockets? ${sender}`
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Contact us' })
  await form.scrollIntoViewIfNeeded()

  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByRole('link', { name: 'Please write a message.' })).toBeVisible()

  await form.getByLabel('Email').fill(sender)
  await form.getByLabel('Phone').fill('0412 345 678')
  await form.getByLabel('Message').fill(words)
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('')

  const thanks = await mail({ to: sender })
  expect(thanks.subject).toBe('We’ve received your message')
  expect(thanks.text).not.toContain('fuel')
  const received = () => mail({ to: supportEmail, subject: 'New contact message' })
  await expect.poll(async () => (await received()).text).toContain(words)
  expect((await received()).replyTo).toContain(sender)
})

test('a page that was opened before an update reloads to get its form', async ({ page, problems }) => {
  problems.expect(/^404: (GET|HEAD) .*\/assets\//)
  await page.goto('/')
  let hasOldPage = true
  await page.route(/\/assets\//, (route) => (hasOldPage ? route.fulfill({ status: 404 }) : route.continue()))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) hasOldPage = false
  })
  const form = page.getByRole('form', { name: 'Contact us' })
  const reloaded = page.waitForEvent('load')
  await form.scrollIntoViewIfNeeded()
  await reloaded
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByRole('link', { name: 'Please write a message.' })).toBeVisible()
})

/** Waits until smooth scrolling ends with the section just below the header. */
async function expectBelowHeader(section: Locator): Promise<void> {
  const top = async () => Math.round((await section.boundingBox())?.y ?? -1)
  await expect.poll(async () => Math.abs((await top()) - 80)).toBeLessThanOrEqual(1)
}

test(
  'the bar on a phone never covers the focused control',
  { tag: ['@phone-only', '@phone'] },
  async ({ page }) => {
    await page.goto('/lodgement')
    await untilAlive(page)
    await answer(page, /logbook/, 'Yes')
    await page.getByLabel('Number of dependants').focus()
    const hidden: string[] = []
    // Fields left empty show an error, which moves the following ones.
    for (let reached = 0; reached < 18; reached += 1) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const element = document.activeElement!
        if (!element.closest('main')) return undefined
        const { left, top, width, height } = element.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height - 2)
        return element.contains(seen) || seen?.contains(element) ? undefined : element.outerHTML.slice(0, 200)
      })
      if (covered !== undefined) hidden.push(covered)
    }
    expect(hidden).toEqual([])
  },
)

test('public pages work in a browser that refuses site storage', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse })
  })
  for (const path of ['/', '/login', '/lodgement', '/room']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: /error|went wrong/i })).toBeHidden()
  }
  await page.goto('/lodgement')
  await page.getByLabel('Full name').fill('Ann Lee')
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Lee')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})
