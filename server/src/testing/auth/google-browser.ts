import { CALLBACK_PATH } from '#platform/security/identity-provider.ts'

export type Browser = ((url: string, form?: Record<string, string>) => Promise<Response>) & {
  /** Its `Cookie` header. */
  cookie: () => string
}

/** A minimal browser: it keeps cookies and doesn't follow redirects. It sends `headers` with every request. */
export function newBrowser(headers: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const visit = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...headers, cookie: cookie() },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=', 2)
      cookies.set(name!, value!)
    }
    return response
  }
  return Object.assign(visit, { cookie })
}

/** Follows the provider's redirects, submits its form, and returns the query of the callback. */
export async function visitGoogle(
  url: string,
  form: Record<string, string>,
  browser = newBrowser(),
): Promise<URLSearchParams> {
  let at = url
  let isAnswered = false
  for (let steps = 0; steps < 10; steps++) {
    if (new URL(at).pathname === CALLBACK_PATH) return new URL(at).searchParams
    const isPage: boolean = new URL(at).pathname.startsWith('/interaction/') && !isAnswered
    const response: Response = await browser(at, isPage ? form : undefined)
    isAnswered ||= isPage
    const next = response.headers.get('location')
    if (!next) throw new Error(`Stuck at ${at}: ${response.status} ${await response.text()}`)
    at = new URL(next, at).href
  }
  throw new Error('Too many redirects')
}
