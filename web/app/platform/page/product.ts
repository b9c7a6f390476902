import type { Product } from '../../../product-definitions.ts'

declare const __PRODUCT__: Product

/** The server replaces the build's origin with the public one. */
const origin = typeof document === 'undefined' ? undefined : document.documentElement.dataset['origin']

/** The product's name and settings, fixed when the pages are built except for the URL. */
export const product = { ...__PRODUCT__, baseUrl: origin ?? __PRODUCT__.buildOrigin }
