import { secondFactorCode } from '@docketbox/contract/auth/second-factor'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { storedUserId } from '#platform/session/stored-user.ts'
import { updateStoredUser } from '../../stored-user.ts'
import { Button } from '#ui/controls/button.tsx'
import { copy } from '#ui/feedback/copy.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { confirmTwoStep } from '../../queries.ts'

const schema = z.object({ code: secondFactorCode.min(6, 'Enter the six digits your app shows.') })

type SetUpTwoStepProps = {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the app's secret and asks for its first code. */
export function SetUpTwoStep({ secret, uri, onDone, onCancel }: SetUpTwoStepProps) {
  const { mutateAsync: confirm } = useMutation(confirmTwoStep)
  const form = useFormOf(schema)
  return (
    <div className="grid gap-4">
      <p>
        1. Scan this with an authenticator app, or enter the key there. If the app is on this device,{' '}
        <a href={uri} className="font-semibold text-leaf-deep underline underline-offset-4">
          open it with the key
        </a>
        .
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={uri} />
        <div className="grid justify-items-start gap-2">
          <code className="rounded-md bg-well px-3 py-2 font-mono text-sm wrap-anywhere select-all">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <Button
            variant="secondary"
            size="small"
            onClick={() => void copy(secret, 'We couldn’t copy the key. Please type it into the app.')}
          >
            Copy key
          </Button>
        </div>
      </div>
      <Form
        form={form}
        label="First code"
        onSubmit={async ({ code }) => {
          const owner = storedUserId()
          const { recoveryCodes } = await confirm({ body: { code } })
          updateStoredUser(owner, { hasSecondFactor: true })
          onDone(recoveryCodes)
        }}
      >
        <TextField
          name="code"
          label="2. Enter the code your app shows"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Checking…">Confirm</SubmitButton>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Dark on light in both themes, which cameras need. */
function QrCode({ text }: { text: string }) {
  const [rows, setRows] = useState<boolean[][]>([])
  useEffect(() => {
    let isUnmounted = false
    void import('uqr').then(({ encode }) => {
      if (!isUnmounted) setRows(encode(text, { border: 2 }).data)
    })
    return () => {
      isUnmounted = true
    }
  }, [text])
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`}
      className="size-48 rounded-md"
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
