import { paths } from '@docketbox/contract/core/paths'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { profileRefusals } from '@docketbox/contract/profile/texts'
import { useMutation } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { call } from '#platform/api/client.ts'
import { isRefusedWith } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { useFragment } from '#platform/page/use-fragment.ts'
import { loginUrl, useSession } from '#platform/session/session.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ErrorNotice, Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { updateStoredUser } from '../stored-user.ts'

export const meta = () =>
  pageMeta({ title: 'Change email', description: 'Confirm your new email, or keep your current one.' })

/** Where the two mails about a new email lead. It waits for a press, so that no mail scanner decides anything. */
export default function ChangeEmailPage() {
  const fragment = useFragment()
  if (!fragment) {
    return (
      <Page title="Change email">
        <Loading label="Loading" blocks={['h-24']} />
      </Page>
    )
  }
  const [confirmToken, keepToken] = [fragment.get('confirm'), fragment.get('keep')]
  if (confirmToken) {
    return (
      <Decision
        key={confirmToken}
        title="Confirm your new email"
        text="You’ll use this email to log in from now on. Didn’t ask for this? Close this page. If you confirm, the person who did can log in with your email address."
        button="Confirm my new email"
        busy="Confirming…"
        decide={async () => {
          const response = await call(profileEndpoints.confirmEmail, { body: { token: confirmToken } })
          updateStoredUser(response._id, { email: response.email })
          return response
        }}
        BadLink={BadLink}
        // Via the login: someone else may be logged in on this device.
        next={{ to: loginUrl(paths.profile), label: 'Go to your profile' }}
      />
    )
  }
  if (keepToken) {
    return (
      <Decision
        key={keepToken}
        title="Keep your email"
        text="We’ll cancel or undo the change, log out every device and turn off your password. We’ll also end any shares, and remove any passkeys, authenticator app and recovery codes, added since the change was first requested. Then you’ll choose a new password."
        button="Keep my email"
        busy="Cancelling the change…"
        decide={() => call(profileEndpoints.keepEmail, { body: { token: keepToken } })}
        BadLink={BadKeepLink}
        next={{ to: paths.forgetPassword, label: 'Choose a new password' }}
      />
    )
  }
  return <BadLink message={profileRefusals.badEmailChange.message} />
}

/** Says that the link to confirm doesn't work, and where to get a new one. */
function BadLink({ message }: { message: string }) {
  const isLoggedIn = useSession() !== undefined
  return (
    <Page title="Change email">
      <ErrorNotice>{message}</ErrorNotice>
      <p className="text-soft">
        {isLoggedIn
          ? 'You can ask for a new link in your security settings.'
          : 'Log in with your current email and ask for a new link in your security settings.'}
      </p>
      <ButtonLink to={paths.security}>{isLoggedIn ? 'Go to security settings' : 'Log in'}</ButtonLink>
    </Page>
  )
}

/** Says that the link to keep an email doesn't work, and how else to take the account back. No one can ask for another. */
function BadKeepLink({ message }: { message: string }) {
  return (
    <Page title="Keep your email">
      <ErrorNotice>{message}</ErrorNotice>
      <p className="text-soft">
        Press the button in the newest email we’ve sent you about this. If your account still uses this email,
        a new password stops the change too. If it doesn’t, email{' '}
        <TextLink to={`mailto:${product.supportEmail}`}>{product.supportEmail}</TextLink>.
      </p>
      <ButtonLink to={paths.forgetPassword}>Choose a new password</ButtonLink>
    </Page>
  )
}

type DecisionProps = {
  title: string
  text: string
  button: string
  busy: string
  decide: () => Promise<{ message: string; email: string }>
  BadLink: ComponentType<{ message: string }>
  next: { to: string; label: string }
}

function Decision({ title, text, button, busy, decide, BadLink, next }: DecisionProps) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: decide })
  if (isRefusedWith(error, profileRefusals.badEmailChange)) {
    return <BadLink message={error.message} />
  }
  return (
    <Page title={title}>
      <ErrorNotice>{error?.message}</ErrorNotice>
      {data ? (
        <>
          <Notice tone="success" role="alert">
            {data.message} <strong className="wrap-anywhere">{data.email}</strong>
          </Notice>
          <ButtonLink to={next.to} state={{ email: data.email }}>
            {next.label}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="text-soft">{text}</p>
          <Button busy={isPending && busy} onClick={() => mutate()}>
            {button}
          </Button>
        </>
      )}
    </Page>
  )
}
