import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../app.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
)

const surfaces = ['paper', 'sheet', 'well']
const hues = ['ember', 'lagoon', 'plum', 'ochre', 'fern', 'rosella']
const tones = ['leaf', 'wattle', 'clay', 'sky']

/** The pairs of text and background colours in the design system. */
const written: [ink: string, ground: string][] = [
  ...[...surfaces, ...tones.map((tone) => `${tone}-tint`), ...hues.map((hue) => `${hue}-tint`)].flatMap(
    (ground): [string, string][] => [
      ['ink', ground],
      ['soft', ground],
    ],
  ),
  ...tones.flatMap((tone) =>
    [...surfaces, `${tone}-tint`].map((ground): [string, string] => [`${tone}-deep`, ground]),
  ),
  ...hues.flatMap((hue) =>
    ['paper', 'sheet', `${hue}-tint`].map((ground): [string, string] => [hue, ground]),
  ),
  ['leaf-deep', 'leaf-tint'],
  ['on-leaf', 'leaf'],
  ['on-leaf', 'leaf-deep'],
  ['on-clay', 'clay'],
  ['on-clay', 'clay-deep'],
  ['paper', 'ink'],
]

/** Borders of controls and marks without words: 3 to 1 is enough. */
const drawn: [line: string, ground: string][] = [
  ...surfaces.map((ground): [string, string] => ['edge', ground]),
  ...surfaces.map((ground): [string, string] => ['leaf', ground]),
  ...surfaces.map((ground): [string, string] => ['clay', ground]),
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(written)('%s text is readable on %s', (ink, ground) => {
    expect(contrast(colourOf(ink), colourOf(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(drawn)('%s is visible on %s', (line, ground) => {
    expect(contrast(colourOf(line), colourOf(ground))).toBeGreaterThanOrEqual(3)
  })

  function colourOf(name: string): string {
    const token = tokens.get(name)
    if (!token) throw new Error(`There is no token ${name}`)
    return token[theme]
  }
})

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
