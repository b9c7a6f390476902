/**
 * Draws the icons and the social card of the web app from their SVG and HTML, with the Chromium of the journeys.
 * Run it after changing the logo and commit the results.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { findChromium, noChromium } from '@docketbox/testing/browser/chromium'

const root = join(import.meta.dirname, '..')
const publicFolder = join(root, 'web/public')

const mark = `
  <path d="M6 2h20v26l-2.5-2.2L21 28l-2.5-2.2L16 28l-2.500-2.2L11 28l-2.500-2.2L6 28Z" fill="LEAF"/>
  <path d="M11 20C11 12 15 8 22 7c0 8-3 13-9.500 13.500Z" fill="PAPER"/>
  <path d="M9.500 22.500C12 17 15 13 19 10" stroke="LEAF" stroke-width="1.6" fill="none" stroke-linecap="round"/>`

const light = mark.replaceAll('LEAF', '#0e6b52').replaceAll('PAPER', '#fbfaf5')
const onLeaf = mark.replaceAll('LEAF', '#fbfaf5').replaceAll('PAPER', '#0e6b52')

const svg = (inside: string, ground = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}${inside}</svg>\n`

const bare = svg(light)
/** For home screens: the logo on a full-bleed background, small enough for any mask. */
const grounded = svg(
  `<g transform="translate(7 7.600) scale(.5625)">${onLeaf}</g>`,
  '<rect width="32" height="32" fill="#0e6b52"/>',
)

const executablePath = findChromium()
if (!executablePath) throw new Error(noChromium)
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
})
await write('icon.svg', bare)
await write('apple-touch-icon.png', await picture(browser, grounded, 180))
await write('icon-192.png', await picture(browser, bare, 192))
await write('icon-512.png', await picture(browser, bare, 512))
await write('icon-maskable-512.png', await picture(browser, grounded, 512))
await write('favicon.ico', icoOf(await picture(browser, bare, 32), 32))
await write('social-card.png', await socialCard(browser))
await browser.close()

function write(name: string, content: string | Uint8Array): Promise<void> {
  return writeFile(join(publicFolder, name), content)
}

async function picture(browser: Browser, drawing: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

/** An .ico file with one PNG, which every browser can read. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function socialCard(browser: Browser): Promise<Buffer> {
  const font = async (name: string) =>
    `url(data:font/woff2;base64,${(await readFile(join(root, 'web/app/fonts', name))).toString('base64')})`
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(`<style>
    @font-face { font-family: Heading; font-weight: 500 800; src: ${await font('bricolage-grotesque.woff2')} }
    @font-face { font-family: Text; font-weight: 400 700; src: ${await font('inter.woff2')} }
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 84px 90px; background: #fbfaf5;
      color: #16211d; display: grid; align-content: space-between; position: relative; overflow: hidden;
      background-image: repeating-linear-gradient(#0000 0 47px, #e8e4d8 47px 48px) }
    h1 { font: 700 104px/1 Heading; letter-spacing: -0.02em; margin: 0; max-width: 760px }
    p { font: 500 32px/1.4 Text; margin: 0; display: flex; align-items: center; gap: 18px }
    p svg { width: 64px; height: 64px }
    .docket { position: absolute; right: 60px; top: 90px; width: 300px; height: 460px; background: #fff; rotate: 7deg;
      filter: drop-shadow(0 14px 24px #16211d2b) }
    .docket i { display: block; height: 10px; border-radius: 5px; background: #d9d4c4; margin: 30px 34px 0 }
    .docket b { position: absolute; right: 30px; bottom: 70px; font: 800 26px Heading; color: #0a5541;
      border: 5px double; border-radius: 8px; padding: 6px 14px; rotate: -5deg; letter-spacing: 0.06em }
    .torn { position: absolute; inset: 0; background: #fff; mask: conic-gradient(from -45deg at bottom, #0000, #000 1deg
      89deg, #0000 90deg) 50% 100% / 22px 100% repeat-x }
    .wrap { position: absolute; inset: 0 }
  </style>
  <h1>Every docket, safe for five years.</h1>
  <p>${bare}Docketbox</p>
  <div class="docket" style="background:none"><div class="torn"></div><div class="wrap">
    <i style="width:130px;height:16px;background:#16211d;margin-top:44px"></i><i></i><i style="width:180px"></i><i></i>
    <i style="width:150px"></i><i style="height:16px;background:#16211d"></i><b>SAVED</b></div></div>`)
  await page.evaluate('document.fonts.ready')
  const png = await page.screenshot()
  await page.close()
  return png
}
