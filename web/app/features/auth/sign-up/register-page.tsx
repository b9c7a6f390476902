import { authEndpoints, authTexts } from '@docketbox/contract/auth/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '#platform/api/client.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { GoogleButton } from '../google-button.tsx'
import { useRedirectSignedIn } from '../use-redirect-signed-in.ts'
import { useReturn } from '../use-return.ts'
import { rememberSignUp } from '../verification/signed-up-here.ts'
import { SignUpFields, signUpForm, toSignUpBody } from './fields.tsx'
import { signUpMessage } from './refusal-message.ts'
import { TermsLink } from './terms-link.tsx'
import { useCanSubmit } from './use-can-submit.ts'

export const meta = () =>
  pageMeta({
    title: 'Sign up',
    description: `Create a ${product.name} account: photograph your receipts, file them, keep them for five years.`,
    path: paths.register,
  })

const schema = signUpForm.extend({ terms: z.literal(true, { error: 'Please agree to the terms.' }) })

export default function RegisterPage() {
  const form = useFormOf(schema)
  const navigate = useNavigate()
  const canSubmit = useCanSubmit(form)
  const { returnTo, mailedReturn, keepReturn } = useReturn()
  useRedirectSignedIn()

  async function submit(values: z.output<typeof schema>) {
    const body = { ...toSignUpBody(values), role: 'User' as const, ...mailedReturn }
    await call(authEndpoints.signUp, { body })
    rememberSignUp(values.email)
    toast.success(authTexts.signedUp)
    await navigate(keepReturn(paths.emailVerify), { state: { email: values.email } })
  }

  return (
    <Page title="Create your account" lead="30 days free. No card needed.">
      <GoogleButton label="Sign up with Google" returnTo={returnTo} />
      <LeaveGuard>
        <Form form={form} onSubmit={submit} sentenceFor={signUpMessage} label="Sign up">
          <SignUpFields />
          <CheckboxField
            name="terms"
            label={
              <>
                I agree to the <TermsLink />
              </>
            }
          />
          <SubmitButton busy="Signing up…" disabled={!canSubmit} wide size="large">
            Sign up
          </SubmitButton>
        </Form>
      </LeaveGuard>
      <p className="text-center text-soft">
        Already have an account? <TextLink to={keepReturn(paths.login)}>Log in</TextLink>
      </p>
    </Page>
  )
}
