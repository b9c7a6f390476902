import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { findChromium } from '@docketbox/testing/browser/chromium'

/** Holds every file of a run: the product's data and the camera film. Workers inherit it. */
const folder = (process.env['E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'docketbox-e2e-')))
// The database inside may run as another user, who has to be able to enter.
chmodSync(folder, 0o711)

const chromium = findChromium()
const launchOptions = {
  ...(chromium !== undefined && { executablePath: chromium }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Pages are too short-lived for optimised code to pay off, and other workers use the other processors.
    '--js-flags=--no-opt --no-maglev --single-threaded',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${join(folder, 'camera.mjpeg')}`,
  ],
}

const androidPhone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

/** Journeys run on the desktop unless their tags name other devices. */
const devices: PlaywrightTestConfig['projects'] = [
  {
    name: 'desktop',
    grepInvert: /@phone-only/,
    use: { viewport: { width: 1280, height: 800 } },
  },
  {
    name: 'phone',
    grep: /@phone/,
    use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, userAgent: androidPhone },
  },
]

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  globalSetup: './harness/global-setup.ts',
  fullyParallel: true,
  // They wait about as long as they compute.
  workers: 4,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions,
    // They'd handle requests before `page.route`. Journeys without a connection allow them.
    serviceWorkers: 'block',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
  },
  projects: devices,
})
