import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { EmptyTin, GumLeaf } from '#ui/feedback/drawings.tsx'
import { Stamp } from '#ui/data/stamp.tsx'

const lines = [
  ['Timber screws 50pk', '12.40'],
  ['Paint roller set', '23.95'],
  ['Safety glasses', '14.90'],
] as const

/** Three dockets on their way into the tin. */
export function CounterScene() {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-[25rem] select-none">
      <div className="absolute -top-10 -right-6 w-44 rotate-12 text-leaf/70">
        <GumLeaf />
      </div>
      <div className="absolute top-5 -left-3 w-[72%] -rotate-7">
        <DocketCard className="bg-wattle-tint">
          <p className="font-heading font-semibold">City Parking</p>
          <p className="figures mt-1 mb-36 text-sm text-soft">12 Sep 2026 · $18.00</p>
        </DocketCard>
      </div>
      <div className="absolute top-10 -right-2 w-[70%] rotate-6">
        <DocketCard className="bg-sky-tint">
          <p className="text-right font-heading font-semibold">First aid course</p>
          <p className="figures mt-1 mb-40 text-right text-sm text-soft">3 Aug 2026 · $129.00</p>
        </DocketCard>
      </div>
      <div className="relative mx-auto mt-16 w-[80%] -rotate-1">
        <DocketCard className="figures pb-10">
          <p className="text-center font-heading text-lg font-bold">Northside Hardware</p>
          <p className="text-center text-xs text-soft">Tax invoice · 14 Oct 2026</p>
          <Perforation className="my-4" />
          <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 text-sm">
            {lines.map(([item, price]) => (
              <div key={item} className="contents">
                <dt>{item}</dt>
                <dd className="text-right">{price}</dd>
              </div>
            ))}
          </dl>
          <Perforation className="my-4" />
          <p className="flex justify-between font-heading text-xl font-bold">
            <span>Total</span> <span>$51.25</span>
          </p>
          <p className="mt-1 flex justify-between text-sm text-soft">
            <span>GST included</span> <span>4.66</span>
          </p>
          <div className="mt-5 flex items-end justify-between">
            <p className="text-xs text-soft">
              Shed shelves
              <br />
              for the studio
            </p>
            <Stamp className="text-sm">Saved</Stamp>
          </div>
        </DocketCard>
      </div>
      <div className="absolute -right-4 -bottom-14 w-36 text-leaf">
        <EmptyTin />
      </div>
    </div>
  )
}
