import { authTexts } from '@docketbox/contract/auth/endpoints'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { GoogleButton } from './google-button.tsx'
import { signUp } from './queries.ts'
import { bodyOf, SignUpFields, signUpForm } from './sign-up-form.tsx'
import { signUpSentence } from './sign-up-sentence.ts'
import { TermsDialog } from './terms-dialog.tsx'

export const meta = () =>
  pageMeta({
    title: 'Sign up',
    description: `Open a ${product.name} account: photograph your receipts, file them, keep them for five years.`,
    path: '/register',
  })

const schema = signUpForm.extend({ terms: z.literal(true, { error: 'Please agree to the terms.' }) })

export default function RegisterPage() {
  const form = useFormOf(schema)
  const navigate = useNavigate()

  async function submit(values: z.output<typeof schema>) {
    await signUp({ ...bodyOf(values), role: 'User' })
    toast.success(authTexts.signedUp)
    await navigate('/email_verify', { state: { email: values.email } })
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <PageHeading>Create your account</PageHeading>
        <p className="text-soft">Thirty days free, no card needed.</p>
      </div>
      <GoogleButton label="Sign up with Google" />
      <Form form={form} onSubmit={submit} sentenceFor={signUpSentence} label="Sign up">
        <SignUpFields />
        <div className="flex flex-wrap items-center gap-x-2">
          <CheckboxField name="terms" label="I agree to the terms and conditions" />
          <TermsDialog />
        </div>
        <SubmitButton busy="Signing up…" disabled={!form.formState.isValid} wide size="large">
          Sign Up
        </SubmitButton>
      </Form>
      <p className="text-center text-soft">
        Already have an account? <TextLink to="/login">Log in</TextLink>
      </p>
    </div>
  )
}
