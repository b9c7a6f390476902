import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Fires in the page when the part of its script that comes last could not be fetched. */
const LOST = 'app-lost'

/**
 * Runs the page's script. Where it can't be fetched, it is tried again once the line may be back: the page would look
 * alive and be dead until a reload, which loses what was typed.
 */
const runner = `const run = () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = document.querySelector('#app-script').textContent
    script.onerror = again
    document.head.append(script)
  }
  const again = () => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      run()
    }
    const timer = setTimeout(goOn, 5000)
    addEventListener('online', goOn)
  }
  addEventListener('${LOST}', again)`

const atOnce = `(() => {
  ${runner}
  run()
})()`

/**
 * Starts the page's script and its imports after the first paint: immediately in a hidden tab, and after two seconds
 * at the latest.
 */
const afterPaint = `(() => {
  ${runner}
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const link of document.querySelectorAll('link[rel="after-paint"]')) link.rel = 'modulepreload'
    run()
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
 * stays, switched off, and the script stays in its place, as text.
 */
export async function paintFirst(page: string, client: string): Promise<void> {
  const html = await readFile(page, 'utf8')
  const sheet = /<link rel="stylesheet" href="\/([^"]+)"\/>/.exec(html)
  if (!sheet) throw new Error(`${page} is not built as it used to be: no style in it.`)
  const style = await readFile(join(client, sheet[1]!), 'utf8')
  const rewritten = html
    .replace(
      sheet[0],
      () => `<link rel="stylesheet" href="/${sheet[1]}" disabled=""/><style>${style}</style>`,
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="after-paint"')
  await writeFile(page, startedBy(afterPaint, rewritten, page))
}

/** Rewrites the app's own shell, which has nothing to read in it: its script cannot come too soon. */
export async function startAtOnce(shell: string): Promise<void> {
  await writeFile(shell, startedBy(atOnce, await readFile(shell, 'utf8'), shell))
}

function startedBy(starter: string, html: string, page: string): string {
  const script = /<script type="module" async="">([\s\S]*?import\("[^"]+"\));<\/script>/.exec(html)
  if (!script) throw new Error(`${page} is not built as it used to be: no script in it.`)
  const text = `${script[1]}.catch(() => dispatchEvent(new Event('${LOST}')));`
  return html.replace(
    script[0],
    () => `<script type="text/plain" id="app-script">${text}</script><script>${starter}</script>`,
  )
}
