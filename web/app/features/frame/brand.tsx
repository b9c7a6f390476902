import { paths } from '@docketbox/contract/core/paths'
import { Link } from 'react-router'
import { product } from '#platform/page/product.ts'

/** The product's name and logo. It shrinks when text is very large on a narrow screen, to leave room for the menu. */
export function Brand({ to = paths.home }: { to?: string }) {
  return (
    <Link
      to={to}
      translate="no"
      className="inline-flex min-h-11 items-center gap-2 rounded-md font-heading text-[length:min(1.25rem,6.5vw)] leading-7 font-bold"
    >
      <BrandMark />
      {product.name}
    </Link>
  )
}

function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-[min(2rem,10vw)]" aria-hidden="true">
      <path
        d="M6 2h20v26l-2.500-2.200L21 28l-2.500-2.200L16 28l-2.500-2.200L11 28l-2.500-2.200L6 28Z"
        className="fill-leaf"
      />
      <path d="M11 20C11 12 15 8 22 7c0 8-3 13-9.500 13.500Z" className="fill-paper" />
      <path
        d="M9.500 22.500C12 17 15 13 19 10"
        className="stroke-leaf"
        strokeWidth="1.600"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  )
}
