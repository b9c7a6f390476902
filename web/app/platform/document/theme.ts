import { useSyncExternalStore } from 'react'
import { useMediaQuery } from '#platform/page/use-media-query.ts'
import { read } from '#platform/storage/local-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const changed = 'docketbox:theme'

/** Runs in the head before the first paint; allowed by its hash. */
export const themeScript =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}"

/** The chosen theme; `system` follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosen, () => 'system')
}

/** The colours in use: those of the chosen theme, or of the device. */
export function useColorScheme(): 'light' | 'dark' {
  const theme = useTheme()
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  if (theme === 'system') return isDark ? 'dark' : 'light'
  return theme
}

/** Chosen in a browser that refuses site storage, for as long as the page is open. */
let unstored: Theme | undefined

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    unstored = theme
  }
  apply()
  window.dispatchEvent(new Event(changed))
}

function apply(): void {
  const theme = chosen()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

function chosen(): Theme {
  const theme = read('theme') ?? unstored
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Also follows other tabs, and what was chosen while the browser kept this page for Back. */
function subscribe(listener: () => void): () => void {
  const events = [changed, 'storage', 'pageshow']
  const follow = () => {
    apply()
    listener()
  }
  for (const event of events) window.addEventListener(event, follow)
  return () => events.forEach((event) => window.removeEventListener(event, follow))
}
