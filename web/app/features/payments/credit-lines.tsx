import { Amount } from '#ui/data/amount.tsx'

export function CreditLines({ creditCents, amountCents }: { creditCents: number; amountCents: number }) {
  return (
    <>
      <p className="flex justify-between gap-4">
        <span>Your credit</span>
        <Amount cents={-creditCents} />
      </p>
      <p className="flex justify-between gap-4 text-lg font-semibold">
        <span>To pay</span>
        <Amount cents={amountCents} />
      </p>
    </>
  )
}
