/** Who looks at a screen. */
export type Viewer = 'visitor' | 'user' | 'administrator'
export type Screen = Readonly<{ name: string; path: string; viewer: Viewer }>

/** Every screen of the product, as it is taken in pictures and checked for fit and access. */
export const screens: readonly Screen[] = [{ name: 'landing', path: '/', viewer: 'visitor' }]
