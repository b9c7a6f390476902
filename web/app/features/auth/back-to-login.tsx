import { paths } from '@docketbox/contract/core/paths'
import { TextLink } from '#ui/layout/text-link.tsx'
import { useReturn } from './use-return.ts'

/** Below a form that isn't the login. */
export function BackToLogin() {
  const { keepReturn } = useReturn()
  return (
    <p className="text-center">
      <TextLink to={keepReturn(paths.login)}>Back to Login</TextLink>
    </p>
  )
}
