/** Who looks at a screen. */
export type Viewer = 'visitor' | 'user'
export type Screen = Readonly<{ name: string; path: string; viewer: Viewer }>

const screen = (viewer: Viewer, path: string, name = path.slice(1).replaceAll('/', '-')): Screen => ({
  name,
  path,
  viewer,
})

/** Every screen that has something to show by itself, as it is taken in pictures. */
export const screens: readonly Screen[] = [
  screen('visitor', '/', 'landing'),
  ...[
    '/lodgement',
    '/welcome',
    '/register',
    '/login',
    '/email_verify',
    '/verify',
    '/resend-verification',
    '/forgetpassword',
    '/reset-password',
    '/error',
  ].map((path) => screen('visitor', path)),
  ...[
    '/dashboard',
    '/capture',
    '/custom-upload',
    '/categories',
    '/trash',
    '/sample',
    '/profile',
    '/categories/01937000-0000-7000-8000-000000000001',
  ].map((path) => screen('user', path)),
]
