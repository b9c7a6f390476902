import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseTheme, useTheme } from '#platform/document/theme.ts'
import { readGuestToken } from '#platform/session/guest-session.ts'
import { endSession, startSession, useSession } from '#platform/session/session.ts'
import { renderScreen, tokenUntil } from '#testing/render.tsx'
import { CrashScreen } from '#ui/feedback/error-screen.tsx'
import { keysWithPrefix, load, remove, save } from './local-storage.ts'

beforeEach(() => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const refused = new Proxy({}, { get: refuse, ownKeys: refuse })
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, refused)
})

function PublicPage() {
  const isVisitor = useSession() === undefined
  const theme = useTheme()
  return (
    <p>
      {isVisitor && 'Visitor'}, {theme}
    </p>
  )
}

test('public pages work in a browser that refuses site storage, with nothing stored', () => {
  renderScreen(<PublicPage />)
  expect(screen.getByText('Visitor, system')).toBeTruthy()
  expect(readGuestToken()).toBeUndefined()
  save('key', 'value')
  remove('key')
  expect(load('key', String)).toBeUndefined()
  expect(keysWithPrefix('')).toEqual([])
  endSession('/login')
})

test('a theme can be chosen there, for as long as the page is open', () => {
  renderScreen(<PublicPage />)
  act(() => chooseTheme('dark'))
  expect(screen.getByText('Visitor, dark')).toBeTruthy()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  act(() => chooseTheme('system'))
  expect(screen.getByText('Visitor, system')).toBeTruthy()
})

test('the screen that replaces a page that failed works there, too', () => {
  renderScreen(<CrashScreen />)
  expect(screen.getByRole('button', { name: 'Go to Homepage' })).toBeTruthy()
})

test('logging in there says why it isn’t possible', () => {
  const session = { token: tokenUntil(Date.now() + 60_000), role: 'User', user: {}, rememberMe: false }
  expect(() => startSession(session)).toThrow('allow site data for this site')
})
