import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { routesLoaded, usePrefetchedRoutes } from './prefetch-routes.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('__reactRouterManifest', {
    routes: {
      'features/years/page': { module: '/years.js' },
      'features/receipts/preview-page': { module: '/preview.js', imports: ['/parts.js'] },
      'features/receipts/category-page': { module: '/category.js', imports: ['/parts.js'] },
    },
  })
  return () => void vi.useRealTimers()
})

function Screen() {
  usePrefetchedRoutes('features/receipts/', 'features/')
  return null
}

test('all routes are prefetched once, in order, and failures are retried on the next screen', async () => {
  const requested: string[] = []
  let isBroken = true
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address)
    if (!isBroken || address === '/category.js') return Promise.resolve(new Response(''))
    if (address === '/preview.js') return Promise.resolve(new Response('', { status: 503 }))
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const { router } = renderScreen(<Screen />, { path: '/:step', at: '/capture' })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(requested.slice(0, 3)).toEqual(['/preview.js', '/parts.js', '/category.js'])
  expect(requested.slice(3).toSorted()).toEqual(['/parts.js', '/preview.js', '/years.js'])

  isBroken = false
  for (const step of ['/preview', '/category']) {
    await act(() => router.navigate(step))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
  }
  expect(requested.slice(6)).toEqual(['/preview.js', '/parts.js', '/years.js'])
})

test('navigation waits for the script until the network is back', async () => {
  let isBroken = true
  vi.stubGlobal('__reactRouterManifest', { routes: { 'features/x/next-page': { module: '/next.js' } } })
  vi.stubGlobal('fetch', () =>
    isBroken ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('')),
  )
  const goOn = vi.fn<() => void>()
  void routesLoaded('features/x/').then(goOn)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(goOn).not.toHaveBeenCalled()
  isBroken = false
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(goOn).toHaveBeenCalledOnce()
})
