import { googleEndpoints } from '@docketbox/contract/auth/google'
import { urlOf } from '@docketbox/contract/core/endpoint'
import { paths } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/layout/text-link.tsx'
import { signInOptions } from './queries.ts'

type GoogleButtonProps = {
  label: string
  rememberMe?: boolean
  returnTo?: string | undefined
}

/**
 * Goes to Google and comes back to /login. Hidden where signing in with Google isn't set up. It creates an account for those
 * without one, on /login too, so it says what they agree to.
 */
export function GoogleButton({ label, rememberMe = false, returnTo }: GoogleButtonProps) {
  const { data } = useQuery(signInOptions)
  if (data?.google === false) return null
  const query = { ...(rememberMe && { rememberMe: 'true' }), returnTo }
  return (
    <div className="grid grid-cols-1 gap-4">
      <a
        href={urlOf(googleEndpoints.start, { query })}
        className="inline-flex min-h-13 items-center justify-center gap-3 rounded-md border border-edge bg-sheet px-6 font-semibold transition-colors duration-150 hover:border-leaf"
      >
        <GoogleMark />
        {label}
      </a>
      <p className="text-center text-sm text-soft">
        By continuing with Google, you agree to our{' '}
        <TextLink to={paths.terms} target="_blank">
          terms and conditions
        </TextLink>
        .
      </p>
      <div className="flex items-center gap-3 text-sm text-soft">
        <span className="h-px grow bg-line" />
        or with your email
        <span className="h-px grow bg-line" />
      </div>
    </div>
  )
}

/** Google's logo in its own colours, as its branding rules require. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 shrink-0" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M22.560 12.250c0-.780-.070-1.530-.200-2.250H12v4.260h5.920a5.060 5.060 0 0 1-2.200 3.320v2.770h3.570c2.080-1.920 3.280-4.740 3.280-8.100Z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.970 0 5.460-.980 7.280-2.660l-3.570-2.770c-.980.660-2.230 1.060-3.710 1.060-2.860 0-5.290-1.930-6.160-4.530H2.180v2.840A11 11 0 0 0 12 23Z"
      />
      <path
        fill="#FBBC05"
        d="M5.840 14.090a6.600 6.600 0 0 1 0-4.190V7.070H2.180a11 11 0 0 0 0 9.860l3.660-2.840Z"
      />
      <path
        fill="#EA4335"
        d="M12 5.380c1.620 0 3.060.560 4.210 1.640l3.150-3.150C17.450 2.090 14.970 1 12 1A11 11 0 0 0 2.180 7.070l3.660 2.840C6.710 7.310 9.140 5.380 12 5.380Z"
      />
    </svg>
  )
}
