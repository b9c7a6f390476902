import { expect, test, vi } from 'vitest'
import { routesLoaded } from './routes-loaded.ts'

test('navigation waits for the scripts of the next screens until the network is back, and loads each once', async () => {
  vi.useFakeTimers()
  const requested: string[] = []
  let isBroken = true
  vi.stubGlobal('__reactRouterManifest', {
    routes: {
      'features/x/next-page': { module: '/next.js', imports: ['/parts.js'] },
      'features/x/other-page': { module: '/other.js', imports: ['/parts.js'] },
      'features/y/page': { module: '/y.js' },
    },
  })
  vi.stubGlobal('fetch', (address: string) => {
    // Queries of an earlier test may be retried when the network is back.
    if (address.endsWith('.js')) requested.push(address)
    return isBroken ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response(''))
  })
  const goOn = vi.fn<() => void>()
  void routesLoaded('features/x/').then(goOn)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(goOn).not.toHaveBeenCalled()
  isBroken = false
  requested.length = 0
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(goOn).toHaveBeenCalledOnce()
  expect(requested.toSorted()).toEqual(['/next.js', '/other.js', '/parts.js'])

  await routesLoaded('features/x/')
  expect(requested).toHaveLength(3)
})
