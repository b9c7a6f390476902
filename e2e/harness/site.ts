import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'

/** External URLs the pages may link to. The tests don't request them. */
const knownExternalUrl = /^(?:mailto:[^@\s]+@[^@\s]+$|tel:\+?\d+$|https:\/\/www\.(?:ato|oaic)\.gov\.au)/

/** A URL in a page: a link, picture, style, script, icon or one in its head. */
export type PageLink = { from: string; address: string }

/** Requests every URL once and checks that it responds and that its anchor exists. */
export async function expectReachable(
  request: APIRequestContext,
  productUrl: string,
  links: readonly PageLink[],
): Promise<void> {
  const broken: string[] = []
  const responses = new Map<string, Promise<{ status: number; text: string }>>()
  const responseTo = (path: string) => {
    const cached = responses.get(path) ?? fetchOnce(request, path)
    responses.set(path, cached)
    return cached
  }
  for (const { from, address } of links) {
    if (knownExternalUrl.test(address)) continue
    const { pathname, search, hash, origin } = new URL(address, new URL(from, productUrl))
    // The head contains the address the page was built for.
    const isOurs = origin === productUrl || origin === 'http://localhost:3000'
    if (!isOurs) {
      broken.push(`${from} names ${address}, which is neither ours nor known`)
      continue
    }
    const { status, text } = await responseTo(pathname + search)
    if (status !== 200) broken.push(`${from} names ${address}: ${status}`)
    else if (hash && !text.includes(`id="${hash.slice(1)}"`))
      broken.push(`${from} names ${address}: nothing there has this id`)
  }
  expect(broken).toEqual([])
}

async function fetchOnce(request: APIRequestContext, path: string) {
  const response = await request.get(path, { headers: { accept: 'text/html,*/*' }, maxRedirects: 0 })
  const isRedirect = response.status() === 302 || response.status() === 303
  return { status: isRedirect ? 200 : response.status(), text: isRedirect ? '' : await response.text() }
}

/** The URLs in a page's HTML, read without a browser. */
export function linksIn(from: string, html: string): PageLink[] {
  const body = html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
  const attributes = body.matchAll(/\s(?:href|src|action)="([^"]+)"/g)
  const sets = body.matchAll(/\ssrc[sS]et="([^"]+)"/g)
  const socials = body.matchAll(/property="og:(?:url|image)" content="([^"]+)"/g)
  return [...attributes, ...sets, ...socials].map(([, address]) => ({
    from,
    address: address!.replaceAll('&amp;', '&'),
  }))
}
