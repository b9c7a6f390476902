import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import { useMemo } from 'react'
// oxlint-disable-next-line no-restricted-imports -- fonts belong to the whole app, not to a slice.
import textFont from '../../../fonts/inter.woff2?url'
import { useColorScheme } from '#platform/document/theme.ts'

const FONT = 'Inter'

/** Our font for the provider's fields, whose frames load it themselves. */
export function ourFonts(): CustomFontSource[] {
  return [{ family: FONT, src: `url(${new URL(textFont, location.href).href})`, weight: '400 700' }]
}

/** Our colours for the provider's fields, whose frames can't use our styles; new ones when the theme changes. */
export function useAppearance(): Appearance {
  const scheme = useColorScheme()
  return useMemo(
    () => ({
      theme: scheme === 'dark' ? 'night' : 'stripe',
      variables: {
        colorPrimary: token('leaf'),
        colorBackground: token('sheet'),
        colorText: token('ink'),
        colorTextSecondary: token('soft'),
        colorDanger: token('clay'),
        borderRadius: '10px',
        fontFamily: `${FONT}, system-ui, sans-serif`,
        fontSizeBase: '16px',
      },
    }),
    [scheme],
  )
}

/** A colour of the current theme as `rgb(…)`: the frames know neither our variables nor `light-dark()`. */
function token(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--color-${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
