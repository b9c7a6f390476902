import type { Plugin } from 'vite'
import { indexedPaths } from './app/public-paths.ts'
import { BUILD_ORIGIN, type Product } from './product-definitions.ts'

const robots = `User-agent: *
Disallow: /api/

Sitemap: ${BUILD_ORIGIN}/sitemap.xml
`
const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${indexedPaths.map((path) => `  <url><loc>${BUILD_ORIGIN}${path}</loc></url>`).join('\n')}
</urlset>
`

/** Serves and builds `manifest.webmanifest`, `robots.txt` and `sitemap.xml`. */
export function siteFiles(product: Product): Plugin {
  const files: Record<string, { type: string; text: string }> = {
    'manifest.webmanifest': { type: 'application/manifest+json', text: manifestOf(product) },
    'robots.txt': { type: 'text/plain', text: robots },
    'sitemap.xml': { type: 'application/xml', text: sitemap },
  }
  return {
    name: 'site-files',
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const [fileName, { text }] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: text })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files[request.url?.slice(1) ?? '']
        if (!file) return next()
        response.setHeader('content-type', file.type)
        response.end(file.text)
      })
    },
  }
}

function manifestOf({ name }: Product): string {
  return JSON.stringify({
    name,
    short_name: name,
    description: 'Every docket, safe for five years.',
    lang: 'en-AU',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf5',
    theme_color: '#0e6b52',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: 'Scan a receipt', url: '/capture' },
      { name: 'Upload a receipt', url: '/custom-upload' },
    ],
  })
}
