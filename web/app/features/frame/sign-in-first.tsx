import { Navigate } from 'react-router'
import { loginAddress } from '#platform/session'

/** Sends somebody without a live session to /login, replacing history; they come back afterwards. */
export function SignInFirst({ returnTo }: { returnTo: string | undefined }) {
  return <Navigate to={loginAddress(returnTo)} replace />
}
