import type { Security } from '@docketbox/contract/profile/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ProofFields } from '../proof-fields.tsx'
import { beginSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from '../queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up-two-step.tsx'

type Intent = 'setUp' | 'renew' | 'turnOff'
type Step =
  | { name: 'idle' }
  | { name: 'proof'; intent: Intent }
  | { name: 'setUp'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] }

const proof = z.object({ password: z.string().optional(), secondFactor: z.string().optional() })
const labels: Record<Intent, string> = {
  setUp: 'Continue',
  renew: 'Make new recovery codes',
  turnOff: 'Turn off',
}

/** The second factor: on, over to a new phone, new recovery codes, off. */
export function SecondFactorCard({ security }: { security: Security }) {
  const { isOn, hasApp, since, recoveryCodesLeft, isRequired } = security.secondFactor
  const cache = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const refresh = () => cache.invalidateQueries({ queryKey: ['profile'] })

  async function prove(intent: Intent, given: z.output<typeof proof>) {
    const { password, secondFactor } = given
    const body = { ...(password && { password }), ...(secondFactor && { secondFactor }) }
    if (intent === 'setUp') return setStep({ name: 'setUp', ...(await beginSecondFactor(body)) })
    if (intent === 'renew') setStep({ name: 'codes', codes: (await renewRecoveryCodes(body)).recoveryCodes })
    else {
      toast.success((await turnOffSecondFactor(body)).message)
      setStep({ name: 'idle' })
    }
    return refresh()
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Second factor</h2>
      {isRequired && !isOn && (
        <Notice tone="warning">
          Administrators need a second factor: an app, or a passkey below. Set it up to open the
          administrators’ screens.
        </Notice>
      )}
      {isOn && since ? (
        <p className="text-soft">
          On since: <Moment at={since} />. {recoveryCodesLeft} of your recovery codes are left.
        </p>
      ) : (
        <p className="text-soft">
          Besides your password, logging in takes a code from an app on your phone. Whoever learns your
          password still stays outside.
        </p>
      )}
      {step.name === 'idle' && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setStep({ name: 'proof', intent: 'setUp' })}>
            {hasApp ? 'Move to another phone' : isOn ? 'Add an app' : 'Turn on'}
          </Button>
          {isOn && (
            <Button variant="secondary" onClick={() => setStep({ name: 'proof', intent: 'renew' })}>
              New recovery codes
            </Button>
          )}
          {isOn && !isRequired && (
            <Button variant="secondary" onClick={() => setStep({ name: 'proof', intent: 'turnOff' })}>
              Turn off
            </Button>
          )}
        </div>
      )}
      {step.name === 'proof' && (
        <ProofForm
          security={security}
          label={labels[step.intent]}
          onProof={(given) => prove(step.intent, given)}
          onCancel={() => setStep({ name: 'idle' })}
        />
      )}
      {step.name === 'setUp' && (
        <SetUpSecondFactor
          secret={step.secret}
          uri={step.uri}
          onDone={async (codes) => {
            setStep({ name: 'codes', codes })
            await refresh()
          }}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setStep({ name: 'idle' })} />}
    </Card>
  )
}

type ProofFormProps = {
  security: Security
  label: string
  onProof: (given: z.output<typeof proof>) => Promise<unknown>
  onCancel: () => void
}

function ProofForm({ security, label, onProof, onCancel }: ProofFormProps) {
  const form = useFormOf(proof)
  return (
    <Form form={form} onSubmit={onProof} label="Confirm it is you">
      <ProofFields security={security} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="One moment…">{label}</SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
