const figures = [
  ['3+', 'years experience'],
  ['300+', 'active users'],
  ['97%', 'project success'],
] as const

export function Statistics() {
  return (
    <section aria-label="In figures" className="border-y border-line bg-sheet">
      <dl className="mx-auto grid max-w-6xl grid-cols-3 px-2 sm:px-6">
        {figures.map(([figure, meaning]) => (
          <div
            key={meaning}
            className="flex flex-col-reverse items-center justify-end border-l-2 border-dotted border-line px-2 py-8 text-center first:border-0 sm:py-10"
          >
            <dt className="mt-1 text-sm text-soft sm:text-base">{meaning}</dt>
            <dd className="figures font-heading text-[length:min(2.25rem,10vw)] leading-10 font-bold tracking-tight text-leaf-deep sm:text-6xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
