import { profileEndpoints, type Security } from '@docketbox/contract/profile/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/api/client.ts'
import { Button } from '#ui/controls/button.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { renewRecoveryCodes, turnOffTwoStep, useIsTurningOnTwoStep } from '../../queries.ts'
import { type Proof, proofBody, ProofForm } from '../proof-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTwoStep } from './set-up.tsx'

type Intent = 'setUp' | 'renew' | 'turnOff'
type Step =
  | { name: 'idle' }
  | { name: 'proof'; intent: Intent }
  | { name: 'setUp'; secret: string; uri: string }
  | { name: 'codes'; codes: string[]; areOthersLoggedOut: boolean }

const buttons: Record<Intent, { button: string; busy: string }> = {
  setUp: { button: 'Continue', busy: 'Checking…' },
  renew: { button: 'Create new recovery codes', busy: 'Creating new codes…' },
  turnOff: { button: 'Turn off two-step login', busy: 'Turning off…' },
}

type TwoStepCardProps = {
  security: Security
  /** Whether the codes of a first passkey are on screen. */
  hasNewCodes?: boolean
}

/** Two-step login: turned on, moved to a new phone, with new recovery codes, turned off. */
export function TwoStepCard({ security, hasNewCodes = false }: TwoStepCardProps) {
  const { isOn, hasApp, since, recoveryCodesLeft, hasSavedRecoveryCodes, isRequired } = security.secondFactor
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const renew = useMutation(renewRecoveryCodes)
  const turnOff = useMutation(turnOffTwoStep)
  const cancel = () => setStep({ name: 'idle' })
  const handleRenew = () => setStep({ name: 'proof', intent: 'renew' })
  const isRenewing = step.name === 'codes' || (step.name === 'proof' && step.intent === 'renew')
  const areCodesShown = useIsTurningOnTwoStep() || hasNewCodes || isRenewing
  // The response that had them may have been lost, or its screen closed.
  const needsCodes = isOn && !hasSavedRecoveryCodes && !areCodesShown

  async function handleProof(intent: Intent, proof: Proof) {
    const body = proofBody(proof)
    if (intent === 'setUp') {
      setStep({ name: 'setUp', ...(await call(profileEndpoints.beginSecondFactor, { body })) })
    } else if (intent === 'renew') {
      const { recoveryCodes: codes } = await renew.mutateAsync({ body })
      setStep({ name: 'codes', codes, areOthersLoggedOut: false })
    } else {
      toast.success((await turnOff.mutateAsync({ body })).message)
      cancel()
    }
  }

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Two-step login</h2>
      {isRequired && !isOn && (
        <Notice tone="warning">
          Administrators must use two-step login. Set up an app here, or add a passkey below.
        </Notice>
      )}
      {isOn && since ? (
        <p className="text-soft">
          On since <Moment inSentence at={since} />.
          {hasSavedRecoveryCodes &&
            ` You have ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`}
        </p>
      ) : (
        <p className="text-soft">
          You’ll enter a code from an app as well as your password, so a stolen password isn’t enough.
        </p>
      )}
      {needsCodes && (
        <Notice tone="warning" role="alert">
          <p>
            It looks like you haven’t saved your recovery codes. You’ll need one to log in if you lose your
            phone or passkey. Create new ones and save them.
          </p>
          <Button variant="secondary" className="mt-3" onClick={handleRenew}>
            New recovery codes
          </Button>
        </Notice>
      )}
      {step.name === 'idle' && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant={isOn ? 'secondary' : 'primary'}
            onClick={() => setStep({ name: 'proof', intent: 'setUp' })}
          >
            {hasApp ? 'Move to another phone' : isOn ? 'Add an app' : 'Turn on'}
          </Button>
          {isOn && !needsCodes && (
            <Button variant="secondary" onClick={handleRenew}>
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
          label="Confirm it’s you"
          {...buttons[step.intent]}
          onProof={(proof) => handleProof(step.intent, proof)}
          onCancel={cancel}
        />
      )}
      {step.name === 'setUp' && (
        <SetUpTwoStep
          secret={step.secret}
          uri={step.uri}
          onDone={(codes) => setStep({ name: 'codes', codes, areOthersLoggedOut: true })}
          onCancel={cancel}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes {...step} onDone={cancel} />}
    </Card>
  )
}
