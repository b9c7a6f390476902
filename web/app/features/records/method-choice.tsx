import type { RecordClaim, RecordKind } from '@docketbox/contract/records/schemas'
import { combinationNotes } from '@docketbox/contract/records/texts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { inOrder } from '#platform/api/query.ts'
import { toastError } from '#ui/feedback/toast.ts'
import { ClaimFigure } from './claim-figure.tsx'
import { chooseMethod } from './queries.ts'

const names: Record<RecordKind, string> = {
  workFromHome: 'Fixed rate',
  carTrips: 'Cents per km',
  carLogbook: 'Logbook',
  laundry: 'Laundry',
  phoneAndInternet: 'Actual costs',
}

/** Whether the claims that share a choice are of several methods. */
export function hasAlternatives(claims: readonly RecordClaim[]): boolean {
  return new Set(claims.map(({ kind }) => kind)).size > 1
}

type MethodChoiceProps = {
  incomeYear: string
  /** The claims that share a choice. */
  claims: readonly RecordClaim[]
}

/** Methods that can't be combined, side by side; the owner picks the one that counts. */
export function MethodChoice({ incomeYear, claims }: MethodChoiceProps) {
  const name = useId()
  const choice = claims[0]?.choice
  const choose = useMutation({
    ...chooseMethod,
    ...inOrder(`method ${incomeYear} ${choice}`),
    onError: toastError,
  })
  const kinds = [...new Set(claims.map(({ kind }) => kind))]
  if (!choice) return null
  const chosen = choose.isPending ? choose.variables.body.kind : claims.find(({ isChosen }) => isChosen)?.kind
  const pick = (kind: RecordKind) => choose.mutate({ params: { incomeYear }, body: { choice, kind } })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm">
        <span className="block font-semibold">
          {chosen
            ? 'You can’t combine these methods'
            : 'You can’t combine these methods. Which one do you want to use?'}
        </span>
        <span className="text-soft">
          You or your registered tax agent decide. You can change it at any time.
        </span>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {kinds.map((kind) => (
          <label
            key={kind}
            className="flex gap-3 rounded-md border border-edge bg-sheet p-4 transition-colors duration-150 has-checked:border-leaf has-checked:bg-leaf-tint"
          >
            <input
              type="radio"
              name={name}
              aria-labelledby={`${name}-${kind}`}
              className="choice-box mt-0.5 shrink-0"
              checked={chosen === kind}
              onChange={() => pick(kind)}
            />
            <div className="grid min-w-0 content-start gap-2">
              <span id={`${name}-${kind}`} className="font-semibold">
                {names[kind]}
              </span>
              {claims
                .filter((claim) => claim.kind === kind)
                .map((claim, _, { length }) => (
                  <ClaimFigure
                    key={claim._id}
                    claim={claim}
                    isNamed={kind === 'phoneAndInternet' || length > 1}
                  />
                ))}
              <p className="text-[0.8125rem] text-soft">{combinationNotes[kind]}</p>
            </div>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
