import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The event for a failed import of the app's script. */
const FAILED = 'app-failed'
const RETRY_MS = 5_000

const TOO_OLD = 'This browser is too old for this app. Please update it, or use another device.'
const noticeStyle =
  'position:fixed;top:0;left:0;right:0;z-index:99;padding:16px;background:#7a2e1d;color:#fff;font:600 16px/1.4 sans-serif'

/**
 * Runs the app's script. If it can't be loaded it's retried, or the page would look ready but ignore every click. A browser
 * that doesn't understand it is told apart by two things that came with the oldest versions the build compiles for.
 */
const load = `const isTooOld = () => {
    try {
      return !new RegExp('(?<=a)b').test('ab') || !('toSorted' in [])
    } catch {
      return true
    }
  }
  const load = () => {
    if (isTooOld()) {
      const notice = document.createElement('p')
      notice.setAttribute('role', 'alert')
      notice.setAttribute('style', '${noticeStyle}')
      notice.textContent = '${TOO_OLD}'
      document.body.append(notice)
      return
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = document.querySelector('#app-script').textContent
    script.onerror = retryLater
    document.head.append(script)
  }
  const retryLater = () => {
    const retry = () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
      load()
    }
    const timer = setTimeout(retry, ${RETRY_MS})
    addEventListener('online', retry)
  }
  addEventListener('${FAILED}', retryLater)`

const loadNow = `(() => {
  ${load}
  load()
})()`

/** Loads the script and its imports after the first paint: straight away in a hidden tab, and within two seconds. */
const loadAfterPaint = `(() => {
  ${load}
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const link of document.querySelectorAll('link[rel="after-paint"]')) link.rel = 'modulepreload'
    load()
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
 * Makes a prerendered page paint after one round trip: its style is inlined, and its script loads after the first paint.
 * For hydration to match, the disabled link to the style stays, and the script stays in its place as text.
 */
export async function paintFirst(page: string, client: string): Promise<void> {
  const html = await readFile(page, 'utf8')
  const link = /<link rel="stylesheet" href="\/([^"]+)"\/>/.exec(html)
  if (!link) throw new Error(`${page} has no stylesheet where the build usually puts it.`)
  const [tag, href = ''] = link
  const style = await readFile(join(client, href), 'utf8')
  const rewritten = html
    .replace(tag, () => `<link rel="stylesheet" href="/${href}" disabled=""/><style>${style}</style>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"')
  await writeFile(page, withLoader(loadAfterPaint, rewritten, page))
}

/** Makes the app's shell, which has nothing to show before its script runs, retry a failed script. */
export async function retryShell(shell: string): Promise<void> {
  await writeFile(shell, withLoader(loadNow, await readFile(shell, 'utf8'), shell))
}

/** Turns the page's script into text, and adds a script that loads it. */
function withLoader(loader: string, html: string, page: string): string {
  const script = /<script type="module" async="">([\s\S]*?import\("[^"]+"\));<\/script>/.exec(html)
  if (!script) throw new Error(`${page} has no script where the build usually puts it.`)
  const [tag, source] = script
  const text = `${source}.catch(() => dispatchEvent(new Event('${FAILED}')));`
  return html.replace(
    tag,
    () => `<script type="text/plain" id="app-script">${text}</script><script>${loader}</script>`,
  )
}
