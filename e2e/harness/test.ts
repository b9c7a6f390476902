import { randomInt } from 'node:crypto'
import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleAtAllWidths,
  expectToFit,
  expectToFitLargeText,
} from './accessible.ts'
import { type ReceivedMail, waitForMail } from '@docketbox/testing/product/mailbox'
import { addPerson, putSession, type SignedInPerson } from '@docketbox/testing/people/people'
import { removeNewFeatures } from './older-phone.ts'
import { gatherProblems, type Problems } from './problems.ts'

export { expect, expectAccessible, expectAccessibleAtAllWidths, expectToFit, expectToFitLargeText }

/** Focuses the Undo of a toast, which stays while it has the focus, however long the rest takes. */
export async function holdUndo(where: Page | Locator): Promise<Locator> {
  const undo = where.getByRole('button', { name: 'Undo' })
  await undo.focus()
  return undo
}

/** Whether the page is hydrated, which ends with scroll restoration; immediately true without script. */
const hasTakenOver = () =>
  !document.querySelector('script[type="module"], #app-script') || history.scrollRestoration === 'manual'

type Fixtures = {
  /** The product's address. */
  productUrl: string
  /** The client address the server sees, so tests don't share rate limits. */
  networkAddress: string
  /** Fails the test when anything went wrong in its pages. */
  problems: Problems
  /** The newest mail to an address. */
  mail: (wanted: { to: string; subject?: string; after?: ReceivedMail }) => Promise<ReceivedMail>
  /** Adds a person with an account, by default on a trial. */
  newPerson: (like?: Parameters<typeof addPerson>[1]) => Promise<SignedInPerson>
  /** The run's only Super Admin, for journeys that don't change them. */
  superAdmin: SignedInPerson
  /** Logs a person in without the screens, in this test's browser or another. */
  signInAs: (person: SignedInPerson, context?: BrowserContext) => Promise<void>
  /** Opens another browser, for a second device; also watched for problems. */
  anotherBrowser: () => Promise<BrowserContext>
}

const mailUrl = () => process.env['E2E_MAIL_URL']!

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  productUrl: async ({}, use) => use(process.env['E2E_URL']!),
  baseURL: async ({ productUrl }, use) => use(productUrl),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  networkAddress: async ({}, use) => use(`10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`),
  extraHTTPHeaders: async ({ networkAddress }, use) => use({ 'x-forwarded-for': networkAddress }),
  context: async ({ context, isMobile }, use) => {
    if (isMobile) await context.addInitScript(removeNewFeatures)
    await use(context)
  },
  // Waits for hydration; journeys about the time before pass `waitUntil`.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      // Unless told how often to look, Playwright does so in each frame, and has the page draw them.
      if (javaScriptEnabled && options?.waitUntil === undefined)
        await page.waitForFunction(hasTakenOver, undefined, { polling: 30 })
      return response
    }
    await use(page)
  },
  problems: [
    async ({ context }, use) => {
      const problems = gatherProblems()
      problems.watch(context)
      await use(problems)
      expect(problems.found, 'problems in the pages of this test').toEqual([])
    },
    { auto: true },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  mail: async ({}, use) => use((filter) => waitForMail(mailUrl(), filter)),
  newPerson: async ({ productUrl }, use) =>
    use((like) => addPerson({ url: productUrl, mailUrl: mailUrl() }, like)),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  superAdmin: async ({}, use) => use(JSON.parse(process.env['E2E_SUPER_ADMIN']!) as SignedInPerson),
  signInAs: async ({ context, productUrl }, use) =>
    use((person, other = context) => putSession(other, productUrl, person)),
  anotherBrowser: async ({ browser, problems, contextOptions, baseURL, extraHTTPHeaders }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        serviceWorkers: 'block',
        ...(baseURL !== undefined && { baseURL }),
        ...(extraHTTPHeaders && { extraHTTPHeaders }),
      })
      problems.watch(context)
      opened.push(context)
      return context
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})
