import type { MetaDescriptor } from 'react-router'
import { product } from './product.ts'

type PageMeta = {
  title: string
  description?: string
  /** The canonical path of a page that search engines may list; without it the page asks not to be listed. */
  path?: string
}

/** The document title and the head tags of one screen. */
export function pageMeta({ title, description, path }: PageMeta): MetaDescriptor[] {
  const fullTitle = title.includes(product.name) ? title : `${title} · ${product.name}`
  const tags: MetaDescriptor[] = [{ title: fullTitle }]
  if (description) tags.push({ name: 'description', content: description })
  if (!path) return [...tags, { name: 'robots', content: 'noindex' }]
  const address = product.baseUrl + path
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: product.name },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${product.baseUrl}/social-card.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:locale', content: 'en_AU' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
