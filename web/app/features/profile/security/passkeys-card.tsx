import { passkeyName, passkeyRefusals } from '@docketbox/contract/auth/passkeys'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { profileEndpoints, type Security } from '@docketbox/contract/profile/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '#platform/api/client.ts'
import { hasPasskeys, makePasskey, PasskeyCancelled } from '#platform/session/passkeys.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Proof, proofBody, ProofFields, ProofForm, proofForm } from './proof-fields.tsx'
import { addPasskey, removePasskey } from '../queries.ts'
import { RecoveryCodes } from './two-step/recovery-codes.tsx'
import { updateStoredUser } from '../stored-user.ts'

type Step =
  | { name: 'idle' }
  | { name: 'add' }
  | { name: 'remove'; passkeyId: string }
  | { name: 'codes'; codes: string[] }

const newPasskey = proofForm.extend({ name: passkeyName })

type PasskeysCardProps = { security: Security; onNewCodes?: (areShown: boolean) => void }

export function PasskeysCard({ security, onNewCodes }: PasskeysCardProps) {
  const { passkeys } = security.secondFactor
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const addition = useMutation(addPasskey)
  const removal = useMutation(removePasskey)
  const close = () => {
    setStep({ name: 'idle' })
    onNewCodes?.(false)
  }

  async function add({ name, ...proof }: z.output<typeof newPasskey>) {
    const owner = storedUserId()
    const created = await makePasskey(await call(profileEndpoints.beginPasskey, { body: proofBody(proof) }))
    const { recoveryCodes } = await addition.mutateAsync({ body: { name, created } })
    updateStoredUser(owner, { hasSecondFactor: true })
    toast.success('Passkey added.')
    if (!recoveryCodes) return close()
    setStep({ name: 'codes', codes: recoveryCodes })
    onNewCodes?.(true)
  }

  async function remove(passkeyId: string, proof: Proof) {
    const { message } = await removal.mutateAsync({ params: { passkeyId }, body: proofBody(proof) })
    toast.success(message)
    close()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Passkeys</h2>
      <p className="text-soft">
        Use your fingerprint, face or device PIN instead of a code. Passkeys can’t be phished.
      </p>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line" aria-label="Passkeys">
          {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-sm text-soft">
                  {lastUsedAt ? 'Last used ' : 'Added '}
                  <Moment inSentence at={lastUsedAt ?? createdAt} />
                </p>
              </div>
              {step.name !== 'codes' && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Remove ${name}`}
                  onClick={() => setStep({ name: 'remove', passkeyId: _id })}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {step.name === 'idle' &&
        (hasPasskeys() ? (
          <div>
            <Button
              variant={passkeys.length > 0 ? 'secondary' : 'primary'}
              onClick={() => setStep({ name: 'add' })}
            >
              Add a passkey
            </Button>
          </div>
        ) : (
          <p className="text-sm text-soft">This browser doesn’t support passkeys.</p>
        ))}
      {step.name === 'add' && <AddForm security={security} onAdd={add} onCancel={close} />}
      {step.name === 'remove' && (
        <ProofForm
          key={step.passkeyId}
          security={security}
          label="Remove passkey"
          button="Remove passkey"
          busy="Removing…"
          cancel="Keep passkey"
          onProof={(proof) => remove(step.passkeyId, proof)}
          onCancel={close}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} areOthersLoggedOut onDone={close} />}
    </Card>
  )
}

type AddFormProps = {
  security: Security
  onAdd: (values: z.output<typeof newPasskey>) => Promise<unknown>
  onCancel: () => void
}

function AddForm({ security, onAdd, onCancel }: AddFormProps) {
  const form = useFormOf(newPasskey)
  const handleSubmit = async (values: z.output<typeof newPasskey>) => {
    try {
      await onAdd(values)
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) throw error
      // The code works once, and has been used to begin.
      form.setValue('secondFactor', '')
      form.setError('root.server', { message: error.isKnown ? passkeyRefusals.known.message : error.message })
    }
  }
  return (
    <Form form={form} onSubmit={handleSubmit} label="Add a passkey">
      <TextField
        name="name"
        label="Device name"
        hint="For example, my phone."
        maxLength={MAX_LENGTH.passkeyName}
      />
      <ProofFields security={security} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Waiting for your device…">Continue</SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
