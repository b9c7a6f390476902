import type { Deps } from '#platform/config/deps.ts'
import type { PayingServer } from '#testing/paying.ts'

/**
 * Dependencies for which Stripe's first answer to a call arrives late.
 * @param call such as `subscriptions.update`.
 * @param meanwhile what happens after Stripe has done it and before its answer arrives.
 */
export function answeredLate(
  { deps, stripe }: PayingServer,
  call: string,
  meanwhile: () => Promise<unknown>,
): Deps {
  let isLate = true
  const replace = <Target extends object>(target: Target, [name, ...rest]: string[]): Target => {
    const original: unknown = Reflect.get(target, name!)
    const answer = async (...parameters: unknown[]) => {
      const answered: unknown = await (original as (...parameters: unknown[]) => unknown).apply(
        target,
        parameters,
      )
      if (isLate) {
        isLate = false
        await meanwhile()
      }
      return answered
    }
    const value = rest.length > 0 ? replace(original as object, rest) : answer
    return Object.create(target, { [name!]: { value } }) as Target
  }
  const client = () => Promise.resolve(replace(stripe, call.split('.')))
  return { ...deps, payments: { ...deps.payments, client } }
}
