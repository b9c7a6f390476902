import { CLOSING_GRACE_DAYS } from '@docketbox/contract/account/endpoints'
import type { Security } from '@docketbox/contract/profile/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { ProofFields, security } from '#features/profile'
import { plainDate } from '#platform/format/dates.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { endSession } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { closeAccount } from './queries.ts'

const proof = z.object({ password: z.string().optional(), secondFactor: z.string().optional() })
const TOAST_MS = 10_000

/** Closing the account: says what happens, asks once more who is there. */
export function CloseCard() {
  const [isAsked, setIsAsked] = useState(false)
  const { data, isError } = useQuery({ ...security, enabled: isAsked })
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Close your account</h2>
      <p className="text-soft">
        You are logged out everywhere and not charged again. For {CLOSING_GRACE_DAYS} days you can log in and
        open the account again; after that every receipt is deleted for good.
      </p>
      {!isAsked && (
        <div>
          <Button variant="secondary" onClick={() => setIsAsked(true)}>
            Close my account
          </Button>
        </div>
      )}
      {isAsked && !data && !isError && <Skeleton className="h-24" />}
      {isAsked && isError && (
        <Notice tone="danger" role="alert">
          This did not work. Please try again.
        </Notice>
      )}
      {isAsked && data && <Confirmation security={data} onCancel={() => setIsAsked(false)} />}
    </Card>
  )
}

function Confirmation({ security, onCancel }: { security: Security; onCancel: () => void }) {
  const form = useFormOf(proof)
  const navigate = useNavigate()

  async function close({ password, secondFactor }: z.output<typeof proof>) {
    const body = { ...(password && { password }), ...(secondFactor && { secondFactor }) }
    const { purgeAt } = await closeAccount(body)
    toast.success(`Your account is closed. Until ${plainDate(purgeAt)} you can log in and open it again.`, {
      durationMs: TOAST_MS,
    })
    endSession('/')
    queryClient.clear()
    // The guard leads there too, unless an answer of another call has ended the session before.
    await navigate('/', { replace: true })
  }

  return (
    <Form form={form} onSubmit={close} label="Close your account">
      <Notice tone="warning">
        Claims need their receipts for five years. Download your data first, if you have not.
      </Notice>
      <ProofFields security={security} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="danger" busy="Closing…">
          Close my account
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Keep it
        </Button>
      </div>
    </Form>
  )
}
