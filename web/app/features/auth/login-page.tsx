import { authRefusals, authTexts, signInBody } from '@docketbox/contract/auth/endpoints'
import { secondFactorCode, secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { ApiError } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { showPasskey } from '#platform/session/passkeys.ts'
import { product } from '#platform/page/product.ts'
import { isRemembered, readSession, returnAddress } from '#platform/session/session.ts'
import { Button } from '#ui/forms/button.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { EmailField, TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { askForPasskey, signIn } from './queries.ts'
import { signInSentence, takesPasskey, wantsSecondFactor } from './sign-in-sentence.ts'
import { useGoogleReturn } from './use-google-return.ts'
import { LOGIN_TOAST_MS, useWelcome } from './use-welcome.ts'

export const meta = () =>
  pageMeta({
    title: 'Log in',
    description: `Log in to ${product.name}: your receipts, filed by category, ready for tax time.`,
    path: '/login',
  })

const schema = signInBody.extend({ rememberMe: z.boolean().default(false) })
const codeSchema = z.object({
  secondFactor: secondFactorCode.min(1, secondFactorRefusals.codeNeeded.message),
})

export default function LoginPage() {
  const { search } = useLocation()
  const returnTo = returnAddress(search)
  const form = useFormOf(schema)
  const welcome = useWelcome(returnTo)
  const google = useGoogleReturn(welcome)
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const [isPasskeyTaken, setIsPasskeyTaken] = useState(false)
  const [unverified, setUnverified] = useState<string>()
  const [isClosed, setIsClosed] = useState(false)
  useRememberedHere()

  async function submit({ secondFactor, ...values }: z.output<typeof schema>) {
    setUnverified(undefined)
    try {
      const more = { ...(secondFactor && { secondFactor }), ...(isClosed && { reopen: true }) }
      await welcome(await signIn({ ...values, ...more }), values.rememberMe)
    } catch (thrown) {
      if (thrown instanceof ApiError && wantsSecondFactor(thrown.code)) {
        setIsCodeAsked(true)
        setIsPasskeyTaken(takesPasskey(thrown.code) || isPasskeyTaken)
      }
      if (thrown instanceof ApiError && thrown.code === authRefusals.unverified.code)
        setUnverified(values.email)
      if (thrown instanceof ApiError && thrown.code === authRefusals.closed.code) return setIsClosed(true)
      throw thrown
    }
  }

  async function enterWithPasskey() {
    const { email, password, rememberMe } = schema.parse(form.getValues())
    const passkey = await showPasskey(await askForPasskey({ email, password }))
    const more = isClosed ? { reopen: true } : {}
    await welcome(await signIn({ email, password, rememberMe, passkey, ...more }), rememberMe)
  }

  if (google.isWorking) {
    return (
      <div className="grid justify-items-center gap-4 py-10">
        <Spinner label="Logging in with Google" size="large" />
        <p className="text-soft">Logging in with Google…</p>
      </div>
    )
  }
  if (google.goOn) return <GoogleCode goOn={google.goOn} showPasskey={google.showPasskey} />
  if (google.reopen) return <Reopen onReopen={google.reopen} />
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
      <Form form={form} onSubmit={submit} sentenceFor={signInSentence} label="Log in">
        <EmailField name="email" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        {isClosed && <Notice tone="warning">{authRefusals.closed.message}</Notice>}
        {isPasskeyTaken && <PasskeyButton onShow={enterWithPasskey} />}
        {isCodeAsked && <CodeField />}
        {unverified && (
          <p className="text-[0.9375rem]">
            <TextLink to="/resend-verification" state={{ email: unverified }}>
              Send the verification link again
            </TextLink>
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <CheckboxField name="rememberMe" label="Remember me" />
          <TextLink to="/forgetpassword" state={{ email: form.watch('email') }} className="text-[0.9375rem]">
            Forgot password?
          </TextLink>
        </div>
        <SubmitButton busy="Logging in…" wide size="large">
          {isClosed ? 'Open my account again' : 'Login'}
        </SubmitButton>
      </Form>
      <p className="text-center text-soft">
        New here? <TextLink to="/register">Sign up</TextLink>
      </p>
    </div>
  )
}

type GoogleCodeProps = {
  goOn: (secondFactor: string) => Promise<unknown>
  showPasskey: (() => Promise<unknown>) | undefined
}

/** The second factor of somebody who comes back from Google. */
function GoogleCode({ goOn, showPasskey }: GoogleCodeProps) {
  const form = useFormOf(codeSchema)
  return (
    <div className="grid gap-6">
      <PageHeading>One more step</PageHeading>
      <Form form={form} onSubmit={({ secondFactor }) => goOn(secondFactor)} label="Second factor">
        {showPasskey && <PasskeyButton onShow={showPasskey} />}
        <CodeField />
        <SubmitButton busy="Logging in…" wide size="large">
          Login
        </SubmitButton>
      </Form>
    </div>
  )
}

/** The closed account of somebody who comes back from Google. */
function Reopen({ onReopen }: { onReopen: () => void }) {
  return (
    <div className="grid gap-6">
      <PageHeading>Your account is closed</PageHeading>
      <p className="text-soft">{authRefusals.closed.message}</p>
      <Button wide size="large" onClick={onReopen}>
        Open my account again
      </Button>
    </div>
  )
}

function CodeField() {
  return (
    <TextField
      name="secondFactor"
      label="Code"
      autoComplete="one-time-code"
      spellCheck={false}
      hint="Six digits from your authenticator app, or one of your recovery codes."
    />
  )
}

const homes: Record<string, string> = {
  User: '/dashboard',
  Admin: '/admin-dashboard',
  'Super Admin': '/admin-dashboard',
}

/** Somebody who asked to be remembered does not see this screen again while they are (specification §4). */
function useRememberedHere(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const session = isRemembered() ? readSession() : undefined
    if (!session) return
    const home = homes[session.role]
    if (home) void navigate(home, { replace: true })
    else toast.error(authTexts.unexpectedRole, { durationMs: LOGIN_TOAST_MS })
  }, [navigate])
}
