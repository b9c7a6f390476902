import { authEndpoints, authRefusals, signInBody } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { showPasskey } from '#platform/session/passkeys.ts'
import { ErrorNotice, Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { CodeField, EmailField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { GoogleButton } from '../google-button.tsx'
import { emailFromState } from '../navigation-state.ts'
import { useReturn } from '../use-return.ts'
import { endLeftoverSessions } from '../sign-out.ts'
import { useRedirectSignedIn } from '../use-redirect-signed-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { acceptsPasskey, loginMessage, needsSecondStep } from './refusal-message.ts'
import { ReopenAccount, SecondStep } from './second-step.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'
import { useGoogleReturn } from './use-google-return.ts'

export const meta = () =>
  pageMeta({
    title: 'Log in',
    description: `Log in to ${product.name}: your receipts, filed by category, ready for tax time.`,
    path: paths.login,
  })

const schema = signInBody.extend({ rememberMe: z.boolean().default(false) })

export default function LoginPage() {
  const { returnTo, keepReturn } = useReturn()
  const completeSignIn = useCompleteSignIn(returnTo)
  const google = useGoogleReturn(completeSignIn)
  useRedirectSignedIn()
  useEffect(() => {
    endLeftoverSessions()
    const endAgain = () => endLeftoverSessions({ isOnlineAgain: true })
    window.addEventListener('online', endAgain)
    return () => window.removeEventListener('online', endAgain)
  }, [])

  if (google.isWorking) {
    return (
      <Page title="Logging in with Google…">
        <Loading label="Logging in with Google" blocks={['h-80']} />
      </Page>
    )
  }
  if (google.continueWithCode) {
    return <SecondStep onCode={google.continueWithCode} onPasskey={google.continueWithPasskey} />
  }
  if (google.closed) return <ReopenAccount {...google.closed} />
  return (
    <Page title="Hello Again" lead="Log in to see your receipts.">
      <ErrorNotice>{google.problem}</ErrorNotice>
      <LoginForm />
      <p className="text-center text-soft">
        New here? <TextLink to={keepReturn(paths.register)}>Sign up</TextLink>
      </p>
    </Page>
  )
}

function LoginForm() {
  const { returnTo, keepReturn } = useReturn()
  const email = emailFromState(useLocation().state)
  const form = useFormOf(schema, email === undefined ? undefined : { email })
  const completeSignIn = useCompleteSignIn(returnTo)
  /** What the second step asks for, once it does. */
  const [secondStep, setSecondStep] = useState<string>()
  const [asksPasskey, setAsksPasskey] = useState(false)
  const [unverifiedEmail, setUnverifiedEmail] = useState<string>()
  /** The email of a closed account, once we know that it's closed, and until when it can be reopened. */
  const [closed, setClosed] = useState<{ email: string | undefined; message: string }>()
  const isClosed = closed !== undefined && closed.email === form.watch('email')
  const reopen = isClosed ? { reopen: true } : {}
  const { setFocus } = form
  useEffect(() => {
    if (secondStep) setFocus('secondFactor')
  }, [secondStep, setFocus])

  async function submit({ secondFactor, ...values }: z.output<typeof schema>) {
    setUnverifiedEmail(undefined)
    try {
      const body = { ...values, ...(secondFactor && { secondFactor }), ...reopen }
      await completeSignIn(await call(authEndpoints.signIn, { body }), values.rememberMe)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === authRefusals.closed.code)
        return setClosed({ email: form.getValues('email'), message: error.message })
      if (error.code === authRefusals.unverified.code) setUnverifiedEmail(values.email)
      if (needsSecondStep(error.code)) {
        setAsksPasskey(acceptsPasskey(error.code) || asksPasskey)
        // Nothing has gone wrong yet.
        if (secondStep === undefined) return setSecondStep(error.message)
      }
      throw error
    }
  }

  async function logInWithPasskey() {
    const { email, password, rememberMe } = schema.parse(form.getValues())
    const passkey = await showPasskey(await call(authEndpoints.askForPasskey, { body: { email, password } }))
    const body = { email, password, rememberMe, passkey, ...reopen }
    await completeSignIn(await call(authEndpoints.signIn, { body }), rememberMe)
  }

  return (
    <>
      <GoogleButton
        label="Log in with Google"
        rememberMe={form.watch('rememberMe') ?? false}
        returnTo={returnTo}
      />
      <Form form={form} onSubmit={submit} sentenceFor={loginMessage} label="Log in">
        <EmailField name="email" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        {isClosed && (
          <Notice tone="warning" role="alert">
            {closed.message}
          </Notice>
        )}
        {secondStep && !form.formState.errors.root && <Notice role="alert">{secondStep}</Notice>}
        {asksPasskey && <PasskeyButton onShow={logInWithPasskey} />}
        {secondStep && <CodeField name="secondFactor" />}
        {unverifiedEmail && (
          <p className="text-[0.9375rem]">
            <TextLink to={keepReturn(paths.resendVerification)} state={{ email: unverifiedEmail }}>
              Send the verification link again
            </TextLink>
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <CheckboxField name="rememberMe" label="Remember me" />
          <TextLink
            to={keepReturn(paths.forgetPassword)}
            state={{ email: form.watch('email') }}
            className="inline-flex min-h-11 items-center text-[0.9375rem]"
          >
            Forgot password?
          </TextLink>
        </div>
        <SubmitButton busy="Logging in…" wide size="large">
          {isClosed ? 'Reopen my account' : 'Log in'}
        </SubmitButton>
      </Form>
    </>
  )
}
