import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Starts the page's script, and the fetching of what it imports, once something has been painted; at once where nobody
 * looks, and after two seconds at the latest.
 */
const starter = `(() => {
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const link of document.querySelectorAll('link[rel="after-paint"]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = document.querySelector('#app-script').textContent
    document.head.append(script)
  }
  if (document.hidden) return start()
  setTimeout(start, 2000)
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  } catch {
    start()
  }
})()`

/**
 * Rewrites a pre-rendered page so that it is painted after one turn on the line: its style is in it, and its script,
 * which it can be read without, comes after the first paint. React finds everything it expects: the link to the style
 * stays, switched off, and the script's text stays as it was, because pages allow inline scripts by their hash.
 */
export async function paintFirst(page: string, client: string): Promise<void> {
  const html = await readFile(page, 'utf8')
  const sheet = /<link rel="stylesheet" href="\/([^"]+)"\/>/.exec(html)
  const script = /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html)
  if (!sheet || !script)
    throw new Error(`${page} is not built as it used to be: no style or no script in it.`)
  const style = await readFile(join(client, sheet[1]!), 'utf8')
  const rewritten = html
    .replace(
      sheet[0],
      () => `<link rel="stylesheet" href="/${sheet[1]}" disabled=""/><style>${style}</style>`,
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"')
    .replace(
      script[0],
      () => `<script type="text/plain" id="app-script">${script[1]}</script><script>${starter}</script>`,
    )
  await writeFile(page, rewritten)
}
