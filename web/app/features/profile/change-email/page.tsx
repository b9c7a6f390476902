import { profileRefusals } from '@docketbox/contract/profile/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { confirmEmail, keepEmail } from '../queries.ts'
import { updateStoredUser } from '../stored-user.ts'

export const meta = () =>
  pageMeta({ title: 'Change email', description: 'Confirm the new email address of your account.' })

/** Where the two mails about a new address lead. A press is asked for, so that no mail scanner decides anything. */
export default function ChangeEmailPage() {
  const { hash } = useLocation()
  const [told] = useState(() => new URLSearchParams(hash.slice(1)))
  const [confirm, keep] = [told.get('confirm'), told.get('keep')]
  if (confirm) {
    return (
      <Decision
        title="Confirm your new email"
        text="From then on you log in with this address."
        button="Confirm my new email"
        decide={async () => {
          const answer = await confirmEmail(confirm)
          updateStoredUser({ email: answer.email })
          return answer
        }}
        next={{ to: '/profile', label: 'Go to your profile' }}
      />
    )
  }
  if (keep) {
    return (
      <Decision
        title="Keep your email"
        text="The change of your email is stopped or taken back, and every device is logged out."
        button="Keep my email"
        decide={() => keepEmail(keep)}
        next={{ to: '/forgetpassword', label: 'Choose a new password' }}
      />
    )
  }
  return (
    <div className="grid gap-5">
      <PageHeading>Change email</PageHeading>
      <Notice tone="danger" role="alert">
        {profileRefusals.badEmailChange.message}
      </Notice>
    </div>
  )
}

type DecisionProps = {
  title: string
  text: string
  button: string
  decide: () => Promise<{ message: string; email: string }>
  next: { to: string; label: string }
}

function Decision({ title, text, button, decide, next }: DecisionProps) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: decide })
  return (
    <div className="grid gap-5">
      <PageHeading>{title}</PageHeading>
      {error && (
        <Notice tone="danger" role="alert">
          {error.message}
        </Notice>
      )}
      {data ? (
        <>
          <Notice tone="success" role="alert">
            {data.message} <strong className="wrap-anywhere">{data.email}</strong>
          </Notice>
          <ButtonLink to={next.to}>{next.label}</ButtonLink>
        </>
      ) : (
        <>
          <p className="text-soft">{text}</p>
          <Button busy={isPending && 'One moment…'} onClick={() => mutate()}>
            {button}
          </Button>
        </>
      )}
    </div>
  )
}
