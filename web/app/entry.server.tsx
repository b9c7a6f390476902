import { prerender } from 'react-dom/static'
import { type EntryContext, ServerRouter } from 'react-router'

/** Renders a page to HTML at build time: whole, so that it reads without any script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    // React would move large parts behind a script that puts them in place.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  })
  headers.set('content-type', 'text/html')
  const html = await new Response(prelude).text()
  return new Response(import.meta.env.PROD ? paintFirst(html) : html, { status, headers })
}

/** The page reads without its script, so style and type come down the line before it. */
function paintFirst(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace('<script type="module"', '<script type="module" fetchpriority="low"')
}
