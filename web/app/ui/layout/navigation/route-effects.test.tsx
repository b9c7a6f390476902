import { act, render } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RouteEffects } from './route-effects.ts'

beforeEach(() => {
  scrollTo(0)
  vi.stubGlobal('scrollTo', (_x: number, y: number) => scrollTo(y))
})

function scrollTo(y: number): void {
  vi.stubGlobal('scrollY', y)
  window.dispatchEvent(new Event('scroll'))
}

/** The browser scrolls it as soon as it's laid out. */
function ShortScreen() {
  useLayoutEffect(() => scrollTo(40), [])
  return null
}

function open() {
  const frame = (
    <>
      <RouteEffects />
      <Outlet />
    </>
  )
  const children = [
    ...['/receipts', '/review'].map((path) => ({ path, element: <>{path}</> })),
    { path: '/short', element: <ShortScreen /> },
  ]
  const router = createMemoryRouter([{ element: frame, children }], { initialEntries: ['/receipts'] })
  render(<RouterProvider router={router} />)
  return (to: string | number) => act(() => router.navigate(to as string))
}

test('a new screen starts at its top, and Back returns to where the last one was left', async () => {
  const go = open()
  scrollTo(1500)
  await go('/review')
  expect(window.scrollY).toBe(0)
  scrollTo(200)
  await go(-1)
  expect(window.scrollY).toBe(1500)
  await go(1)
  expect(window.scrollY).toBe(200)
  await go('/receipts')
  expect(window.scrollY).toBe(0)
})

test('a screen whose address has changed since it was scrolled is returned to as well', async () => {
  const go = open()
  scrollTo(1500)
  await go('/receipts?receipt=7')
  expect(window.scrollY).toBe(1500)
  await go('/review')
  await go(-1)
  expect(window.scrollY).toBe(1500)
})

test('Back returns to where an earlier page of the same screen was left', async () => {
  const go = open()
  scrollTo(1500)
  await go('/receipts?page=2')
  scrollTo(96)
  await go(-1)
  expect(window.scrollY).toBe(1500)
  await go(1)
  expect(window.scrollY).toBe(96)
})

test('a position isn’t replaced by where the browser scrolls a screen that’s shorter than the last one', async () => {
  const go = open()
  await go('/short')
  scrollTo(300)
  await go('/review')
  scrollTo(1500)
  await go(-1)
  expect(window.scrollY).toBe(300)
})
