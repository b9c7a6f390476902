import tailwindcss from '@tailwindcss/vite'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { defineProduct, productFrom } from './product-definitions.ts'

/** The design system (`npm run gallery`), an app of its own. */
export default defineConfig({
  root: join(import.meta.dirname, 'app/gallery'),
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [tailwindcss()],
  define: defineProduct(productFrom({})),
  build: { outDir: join(import.meta.dirname, 'build/gallery'), emptyOutDir: true, minify: false },
})
