import { paths } from '@docketbox/contract/core/paths'
import { roomRefusals } from '@docketbox/contract/rooms/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { startGuestSession } from '#platform/session/guest-session.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice, Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { enterRoom, requestLink } from '../queries.ts'

const schema = z.object({ passcode: z.string().min(1, roomRefusals.passcodeNeeded.message) })

const STORAGE_CHECK = 'storage-check'
const NO_STORAGE =
  'Your browser doesn’t let us store anything, so you can’t view the records. Please allow site data for this site.'

/** Waits for a press, so that no mail scanner uses up the link. */
export function Enter({ link }: { link: string }) {
  const navigate = useNavigate()
  const [needsPasscode, setNeedsPasscode] = useState(false)
  const form = useFormOf(schema, { passcode: '' })
  const { mutateAsync, error, isPending } = useMutation({ ...enterRoom, onMutate: checkStorage })

  async function enter(passcode?: string): Promise<void> {
    const { token } = await mutateAsync({ body: { token: link, passcode } })
    startGuestSession(token)
    await navigate(paths.room, { replace: true })
  }

  if (isRefusedWith(error, roomRefusals.badLink)) return <UsedLink link={link} message={error.message} />
  return (
    <Page width="message" title="Tax records shared with you">
      {needsPasscode ? (
        <Form form={form} onSubmit={({ passcode }) => enter(passcode)}>
          <PasswordField
            name="passcode"
            label="Passcode"
            autoComplete="off"
            hint="If you don’t have it, ask the person who invited you."
          />
          <SubmitButton wide busy="Opening…">
            View the records
          </SubmitButton>
        </Form>
      ) : (
        <>
          <p className="text-soft">
            Someone has shared their receipts and records with you. You can view them, ask questions and leave
            comments. They’ll see what you open.
          </p>
          <ErrorNotice>{error?.message}</ErrorNotice>
          <Button
            wide
            size="large"
            busy={isPending && 'Opening…'}
            onClick={() =>
              void enter().catch((refused: unknown) => {
                if (isRefusedWith(refused, roomRefusals.passcodeNeeded)) setNeedsPasscode(true)
              })
            }
          >
            View the records
          </Button>
        </>
      )}
    </Page>
  )
}

/**
 * Runs before the link is used up: it works once.
 * @throws ApiError if the browser refuses site storage, where the guest's session is kept.
 */
function checkStorage(): void {
  try {
    sessionStorage.setItem(STORAGE_CHECK, '')
    sessionStorage.removeItem(STORAGE_CHECK)
  } catch (cause) {
    throw new ApiError('no-storage', NO_STORAGE, 0, { cause })
  }
}

function UsedLink({ link, message }: { link: string; message: string }) {
  const { mutate, data, error, isPending } = useMutation(requestLink)
  return (
    <Page width="message" title="This link doesn’t work any more">
      <ErrorNotice>{error?.message}</ErrorNotice>
      {data ? (
        <Notice tone="success" role="alert">
          We’ve emailed you a new link. It works once.
        </Notice>
      ) : (
        <>
          <p className="text-soft">{message}</p>
          <Button wide busy={isPending && 'Sending…'} onClick={() => mutate({ body: { token: link } })}>
            Email me a new link
          </Button>
        </>
      )}
    </Page>
  )
}
