import { product } from '#platform/page/product.ts'
import { TextLink } from '#ui/layout/text-link.tsx'

/** Our address, as a link. */
export function SupportEmail() {
  return <TextLink to={`mailto:${product.supportEmail}`}>{product.supportEmail}</TextLink>
}
