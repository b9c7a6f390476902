import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { productDefinitions } from './product-definitions.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  define: productDefinitions(process.env),
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' } },
  build: { assetsInlineLimit: 0 },
})
