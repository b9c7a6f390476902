/** The pages that are pre-rendered to HTML. Those that are for search engines go into the site map too. */
export const publicPaths = [
  '/',
  '/lodgement',
  '/welcome',
  '/register',
  '/login',
  '/forgetpassword',
  '/resend-verification',
  '/email_verify',
]

export const indexedPaths = ['/', '/lodgement', '/register', '/login']
