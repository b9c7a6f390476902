import type { BrowserContext, Request } from '@playwright/test'

/** Collects problems in the pages of a test; any of them fails the test. */
export type Problems = {
  readonly found: readonly string[]
  /** Watches one more browser. */
  watch(context: BrowserContext): void
  /** Declares problems the journey causes on purpose, such as a refusal. */
  expect(pattern: RegExp): void
}

export function gatherProblems(): Problems {
  const all: string[] = []
  const expected: RegExp[] = []
  return {
    get found() {
      return all.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    },
    expect: (pattern) => void expected.push(pattern),
    watch(context) {
      context.on('console', (message) => {
        const isWorth = message.type() === 'error' || message.type() === 'warning'
        // Responses from 400 up are reported below, with their request. Playwright says that it blocks service workers.
        const isKnown = /^Failed to load resource|^Service Worker registration blocked/.test(message.text())
        if (isWorth && !isKnown) all.push(`console ${message.type()}: ${message.text()}`)
      })
      context.on('weberror', (error) => void all.push(`page error: ${error.error().stack}`))
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        if (reason !== 'net::ERR_ABORTED') all.push(`no answer: ${nameOf(request)} ${reason}`)
      })
      context.on('response', (response) => {
        // On a busy machine, drawing a preview takes longer than a request may.
        const isLater = response.status() === 503 && /\/preview\?/.test(response.url())
        if (response.status() >= 400 && !isLater)
          all.push(`${response.status()}: ${nameOf(response.request())}`)
      })
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        const isOurs = !protocol.startsWith('http') || ['localhost', '127.0.0.1'].includes(hostname)
        if (!isOurs) all.push(`a foreign address: ${nameOf(request)}`)
      })
    },
  }
}

function nameOf(request: Request): string {
  return `${request.method()} ${request.url()}`
}
