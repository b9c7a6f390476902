import './app.css'
import '#platform/document/no-eval.ts'
import headingFont from './fonts/bricolage-grotesque.woff2?url'
import textFont from './fonts/inter.woff2?url'
import type { ReactNode } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts } from 'react-router'
import { ShellSkeleton } from './features/frame/signed-in/skeleton.tsx'
import { earlySubmitScript } from '#platform/document/early-submit.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { themeScript } from '#platform/document/theme.ts'
import { allowTranslation } from '#platform/document/translation.ts'
import { CrashScreen } from '#ui/feedback/error-screen.tsx'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { RouteEffects } from '#ui/layout/navigation/route-effects.ts'
import { FocusAfterRemoval } from '#ui/overlay/focus-after-removal.ts'

if (typeof document !== 'undefined') allowTranslation()

/** Until the script runs, all screens that aren't prerendered share one page. */
export const meta = () => pageMeta({ title: product.name })

export const links: LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script sets data-theme before the first paint, so the server's <html> may differ from the page's.
    <html lang="en-AU" data-origin={product.baseUrl} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101614" />
        <Meta />
        <Links />
        <script dangerouslySetInnerHTML={{ __html: `${themeScript};${earlySubmitScript}` }} />
      </head>
      <body>
        {children}
        <ToastRegion />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <RouteEffects />
      <FocusAfterRemoval />
      <Outlet />
    </>
  )
}

export function HydrateFallback() {
  return <ShellSkeleton />
}

export function ErrorBoundary() {
  return <CrashScreen />
}
