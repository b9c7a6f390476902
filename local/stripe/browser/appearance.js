import { isColour, isText, oneOf } from './options.js'

export const appearanceOptions = {
  theme: oneOf('stripe', 'night', 'flat'),
  variables: {
    borderRadius: isText,
    colorBackground: isColour,
    colorDanger: isColour,
    colorPrimary: isColour,
    colorText: isColour,
    colorTextSecondary: isColour,
    fontFamily: isText,
    fontSizeBase: isText,
  },
}

const shared = { borderRadius: '4px', fontFamily: 'system-ui, sans-serif', fontSizeBase: '16px' }
const themes = {
  stripe: {
    ...shared,
    colorBackground: '#ffffff',
    colorDanger: '#df1b41',
    colorPrimary: '#0570de',
    colorText: '#30313d',
    colorTextSecondary: '#6d6e78',
  },
  night: {
    ...shared,
    colorBackground: '#30313d',
    colorDanger: '#fe87a1',
    colorPrimary: '#85d996',
    colorText: '#ffffff',
    colorTextSecondary: '#d9d9df',
  },
}
themes.flat = { ...themes.stripe, colorBackground: '#f1f1f1' }

/** Gives an element the colours and fonts of an appearance, as custom properties. */
export function applyAppearance(root, { theme = 'stripe', variables = {} } = {}) {
  for (const [name, value] of Object.entries({ ...themes[theme], ...variables }))
    root.style.setProperty(`--${name}`, value)
  root.style.setProperty('color-scheme', theme === 'night' ? 'dark' : 'light')
}

/** Loads the fonts of an Elements group; a family that isn't among them falls back to the system's. */
export function loadFonts(fonts = []) {
  for (const { cssSrc, family, src, weight = 'normal', ...rest } of fonts) {
    if (cssSrc !== undefined || Object.keys(rest).length > 0)
      throw new Error('The local Stripe stand-in only models fonts with family, src and weight.')
    if (!isText(family) || !/^url\(https?:\/\/[^)]+\)/.test(src ?? ''))
      throw new Error(
        "Invalid value for elements(): a font needs a family and a src such as 'url(https://…)'.",
      )
    const face = new FontFace(family, src, { weight })
    document.fonts.add(face)
    // As in a frame, a font that can't be loaded is left out.
    face.load().catch(() => document.fonts.delete(face))
  }
}
