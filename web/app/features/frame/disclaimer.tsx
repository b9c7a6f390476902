import type { ReactNode } from 'react'
import { product } from '#platform/page/product.ts'

export function Disclaimer({ children }: { children?: ReactNode }) {
  return (
    <p className="text-[0.8125rem] text-soft">
      {product.name} gives general information, not tax advice.{children}
    </p>
  )
}
