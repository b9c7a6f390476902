import { signInBody } from '@docketbox/contract/auth'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/meta'
import { product } from '#platform/product'
import { isRemembered, readSession, returnAddress } from '#platform/session'
import { CheckboxField } from '#ui/choice-fields'
import { Form, SubmitButton, useFormOf } from '#ui/form'
import { Notice } from '#ui/notice'
import { PageHeading } from '#ui/page-heading'
import { PasswordField } from '#ui/password-field'
import { Spinner } from '#ui/spinner'
import { TextLink } from '#ui/text-link'
import { EmailField } from '#ui/text-field'
import { GoogleButton } from './google-button.tsx'
import { signIn } from './queries.ts'
import { signInSentence } from './sign-in-sentence.ts'
import { useGoogleReturn } from './use-google-return.ts'
import { useWelcome } from './use-welcome.ts'

export const meta = () =>
  pageMeta({
    title: 'Log in',
    description: `Log in to ${product.name} and find your receipts.`,
    path: '/login',
  })

const schema = signInBody.extend({ rememberMe: z.boolean().default(false) })

export default function LoginPage() {
  const { search } = useLocation()
  const returnTo = returnAddress(search)
  const form = useFormOf(schema)
  const welcome = useWelcome(returnTo)
  const google = useGoogleReturn(welcome)
  useRememberedHere()

  if (google.isWorking) {
    return (
      <div className="grid justify-items-center gap-4 py-10">
        <Spinner label="Logging in with Google" size="large" />
        <p className="text-soft">Logging in with Google…</p>
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <PageHeading>Hello Again</PageHeading>
        <p className="text-soft">Log in, your receipts are waiting.</p>
      </div>
      {google.problem && (
        <Notice tone="danger" role="alert">
          {google.problem}
        </Notice>
      )}
      <GoogleButton
        label="Log in with Google"
        rememberMe={form.watch('rememberMe') ?? false}
        returnTo={returnTo}
      />
      <Form
        form={form}
        onSubmit={async (values) => welcome(await signIn(values), values.rememberMe)}
        sentenceFor={signInSentence}
        label="Log in"
      >
        <EmailField name="email" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <CheckboxField name="rememberMe" label="Remember me" />
          <TextLink to="/forgetpassword">Forgot password?</TextLink>
        </div>
        <SubmitButton busy="Logging in…" wide size="large">
          Login
        </SubmitButton>
      </Form>
      <p className="text-center text-soft">
        New here? <TextLink to="/register">Sign up</TextLink>
      </p>
    </div>
  )
}

/** Somebody who asked to be remembered does not see this screen again while they are (specification §4). */
function useRememberedHere(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const session = isRemembered() ? readSession() : undefined
    if (session) void navigate(session.role === 'User' ? '/dashboard' : '/admin-dashboard', { replace: true })
  }, [navigate])
}
