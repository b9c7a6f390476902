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
  return new Response(prelude, { status, headers })
}
