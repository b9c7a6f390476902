import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const changed = 'docketbox:theme'

/** Runs in the head before the first paint; allowed by its hash. */
export const themeScript =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}"

/** The chosen theme; `system` follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosen, () => 'system')
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset['theme'] = theme
  }
  window.dispatchEvent(new Event(changed))
}

function chosen(): Theme {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
