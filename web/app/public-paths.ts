/** The pages that are prerendered to HTML. */
export const publicPaths = [
  '/',
  '/lodgement',
  '/welcome',
  '/register',
  '/login',
  '/forgetpassword',
  '/resend-verification',
  '/email_verify',
  '/verify',
  '/reset-password',
  '/change-email',
  '/admin-register',
  '/error',
]

/** Those that search engines may list. */
export const indexedPaths = ['/', '/lodgement', '/register', '/login']
