import { passkeyName } from '@docketbox/contract/auth/passkeys'
import type { Security } from '@docketbox/contract/profile/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { hasPasskeys, makePasskey } from '#platform/session/passkeys.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ProofFields } from '../proof-fields.tsx'
import { addPasskey, beginPasskey, removePasskey } from '../queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { updateStoredUser } from '../stored-user.ts'

type Step =
  | { name: 'idle' }
  | { name: 'add' }
  | { name: 'remove'; passkeyId: string }
  | { name: 'codes'; codes: string[] }

const proof = z.object({ password: z.string().optional(), secondFactor: z.string().optional() })
const newPasskey = proof.extend({ name: passkeyName })

/** Passkeys as second factor, where the browser has them: added, named, removed. */
export function PasskeysCard({ security }: { security: Security }) {
  const { passkeys } = security.secondFactor
  const cache = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const refresh = () => cache.invalidateQueries({ queryKey: ['profile'] })

  async function add({ name, ...given }: z.output<typeof newPasskey>) {
    const created = await makePasskey(await beginPasskey(bodyOf(given)))
    const { recoveryCodes } = await addPasskey({ name, created })
    updateStoredUser({ hasSecondFactor: true })
    toast.success('The passkey was added.')
    setStep(recoveryCodes ? { name: 'codes', codes: recoveryCodes } : { name: 'idle' })
    await refresh()
  }

  async function remove(passkeyId: string, given: z.output<typeof proof>) {
    toast.success((await removePasskey(passkeyId, bodyOf(given))).message)
    setStep({ name: 'idle' })
    await refresh()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Passkeys</h2>
      <p className="text-soft">
        Instead of typing a code, show the fingerprint, face or PIN of your device, or touch a security key.
        Nobody can talk you out of it.
      </p>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line" aria-label="Passkeys">
          {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-sm text-soft">
                  {lastUsedAt ? 'Last used ' : 'Added '}
                  <Moment at={lastUsedAt ?? createdAt} />
                </p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Remove ${name}`}
                onClick={() => setStep({ name: 'remove', passkeyId: _id })}
              >
                Remove
              </Button>
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
          <p className="text-sm text-soft">This browser has no passkeys.</p>
        ))}
      {step.name === 'add' && (
        <AddForm security={security} onAdd={add} onCancel={() => setStep({ name: 'idle' })} />
      )}
      {step.name === 'remove' && (
        <RemoveForm
          key={step.passkeyId}
          security={security}
          onRemove={(given) => remove(step.passkeyId, given)}
          onCancel={() => setStep({ name: 'idle' })}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setStep({ name: 'idle' })} />}
    </Card>
  )
}

function bodyOf({ password, secondFactor }: z.output<typeof proof>) {
  return { ...(password && { password }), ...(secondFactor && { secondFactor }) }
}

type FormProps = { security: Security; onCancel: () => void }

function AddForm({
  security,
  onAdd,
  onCancel,
}: FormProps & { onAdd: (given: z.output<typeof newPasskey>) => Promise<unknown> }) {
  const form = useFormOf(newPasskey)
  return (
    <Form form={form} onSubmit={onAdd} label="Add a passkey">
      <TextField name="name" label="Name of the device" hint="For example: my phone." maxLength={60} />
      <ProofFields security={security} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Ask your device…">Continue</SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function RemoveForm({
  security,
  onRemove,
  onCancel,
}: FormProps & { onRemove: (given: z.output<typeof proof>) => Promise<unknown> }) {
  const form = useFormOf(proof)
  return (
    <Form form={form} onSubmit={onRemove} label="Remove the passkey">
      <ProofFields security={security} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Removing…">Remove the passkey</SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Keep it
        </Button>
      </div>
    </Form>
  )
}
