import { CALLBACK_PATH } from '#platform/security/identity-provider.ts'

export type Browser = (url: string, form?: Record<string, string>) => Promise<Response>

/** Keeps cookies and follows redirects by hand, as little of a browser as the flow needs. */
export function newBrowser(): Browser {
  const cookies = new Map<string, string>()
  return async (url, form) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=', 2)
      cookies.set(name!, value!)
    }
    return answer
  }
}

/** Goes to the provider, answers its page, and returns the query it sends back to the product. */
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
    const answer: Response = await browser(at, isPage ? form : undefined)
    isAnswered ||= isPage
    const next = answer.headers.get('location')
    if (!next) throw new Error(`Stuck at ${at}: ${answer.status} ${await answer.text()}`)
    at = new URL(next, at).href
  }
  throw new Error('Too many redirects')
}
