import { useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** `name` is whole (`July 2026`), `mark` fits below a narrow bar (`J`), `text` is the value in words. */
export type Bar = { key: string; name: string; mark: string; value: number; text: string }

type BarChartProps = {
  /** What a bar stands for, such as `Month`. */
  label: string
  /** What the bars show, for the table that screen readers get. */
  caption: string
  bars: readonly Bar[]
  /** The bar whose value is shown before another is chosen. */
  initialKey: string
  isLoading?: boolean
}

/** Bars whose values appear on hover and focus, and a table of them. */
export function BarChart({ label, caption, bars, initialKey, isLoading = false }: BarChartProps) {
  const max = Math.max(0, ...bars.map(({ value }) => value))
  const [chosenKey, setChosenKey] = useState<string>()
  const activeKey = chosenKey ?? initialKey
  const active = bars.find(({ key }) => key === activeKey) ?? bars[0]
  if (!active) return null
  return (
    <>
      <p
        aria-hidden="true"
        className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3 text-sm print:hidden"
      >
        <span className="font-semibold whitespace-nowrap">{active.name}</span>
        {isLoading ? (
          <Skeleton className="h-4 w-32 self-center" />
        ) : (
          <span className="figures ml-auto text-right text-soft">{active.text}</span>
        )}
      </p>
      <div className="relative flex h-36 gap-1 rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-leaf print:hidden">
        {bars.map((bar) => (
          <span key={bar.key} className="flex min-w-0 flex-1 flex-col justify-end gap-1">
            <span className="flex min-h-0 flex-1 items-end">
              <span
                className={classNames(
                  'min-h-0.5 flex-1 rounded-t-sm transition-colors duration-150',
                  bar === active
                    ? 'bg-leaf forced-colors:bg-[Highlight]'
                    : 'bg-leaf/45 forced-colors:bg-[CanvasText]',
                )}
                style={{ height: `${max === 0 ? 0 : (Math.max(0, bar.value) / max) * 100}%` }}
              />
            </span>
            <span
              aria-hidden="true"
              className={classNames(
                'text-center text-2xs',
                bar === active ? 'font-semibold text-ink' : 'text-soft',
              )}
            >
              {bar.mark}
            </span>
          </span>
        ))}
        {/* One control for keys and touch, because twelve bars are too narrow for fingers. */}
        {!isLoading && (
          <input
            type="range"
            aria-label={label}
            aria-valuetext={`${active.name}: ${active.text}`}
            min={0}
            max={bars.length - 1}
            value={bars.indexOf(active)}
            onChange={({ target }) => setChosenKey(bars[Number(target.value)]?.key)}
            onPointerMove={({ clientX, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect()
              const index = Math.floor(((clientX - left) / width) * bars.length)
              if (bars[index]) setChosenKey(bars[index].key)
            }}
            className="absolute inset-0 size-full touch-pan-y opacity-0"
          />
        )}
      </div>
      <div className="sr-only print:not-sr-only">
        <table className="w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <tbody>
            {bars.map(({ key, name, text }) => (
              <tr key={key}>
                <th scope="row" className="text-left font-normal">
                  {name}
                </th>
                <td className="figures text-right">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
