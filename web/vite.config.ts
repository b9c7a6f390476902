import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { defineProduct, productFrom } from './product-definitions.ts'
import { scriptGroups } from './script-groups.ts'
import { siteFiles } from './site-files.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), siteFiles(productFrom(process.env))],
  define: defineProduct(productFrom(process.env)),
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' } },
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } } } },
  },
})
