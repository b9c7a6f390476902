import { paths } from '@docketbox/contract/core/paths'
import { TextLink } from '#ui/layout/text-link.tsx'

/** Below a form that isn't the login. */
export function BackToLogin() {
  return (
    <p className="text-center">
      <TextLink to={paths.login}>Back to Login</TextLink>
    </p>
  )
}
