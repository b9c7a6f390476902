import { expect, test, vi } from 'vitest'
import { openPaymentLink } from './payment-link.ts'

test('a double click opens one checkout', () => {
  vi.useFakeTimers()
  const open = vi.fn<(link: string) => object>(() => ({}))
  vi.stubGlobal('open', open)
  openPaymentLink('https://pay.test/Pro')
  openPaymentLink('https://pay.test/Pro')
  vi.runAllTimers()
  expect(open).toHaveBeenCalledOnce()
  openPaymentLink('https://pay.test/Pro')
  vi.runAllTimers()
  expect(open).toHaveBeenCalledTimes(2)
})
