import categoryDarkAvif from './pictures/category-dark.avif?url'
import categoryDarkWebp from './pictures/category-dark.webp?url'
import categoryLightAvif from './pictures/category-light.avif?url'
import categoryLightWebp from './pictures/category-light.webp?url'
import dashboardDarkAvif from './pictures/dashboard-dark.avif?url'
import dashboardDarkWebp from './pictures/dashboard-dark.webp?url'
import dashboardLightAvif from './pictures/dashboard-light.avif?url'
import dashboardLightWebp from './pictures/dashboard-light.webp?url'
import { SectionHeading } from './section-heading.tsx'

type Sources = { avif: string; webp: string }
type Screenshot = { light: Sources; dark: Sources; alt: string }

const dashboard: Screenshot = {
  light: { avif: dashboardLightAvif, webp: dashboardLightWebp },
  dark: { avif: dashboardDarkAvif, webp: dashboardDarkWebp },
  alt: 'The dashboard on a phone: buttons to scan and to upload, and the year’s total in each of the six categories.',
}
const category: Screenshot = {
  light: { avif: categoryLightAvif, webp: categoryLightWebp },
  dark: { avif: categoryDarkAvif, webp: categoryDarkWebp },
  alt: 'The category for fuel, car repair and servicing: a list of receipts with their pictures, a search field and Download all.',
}

/** The product itself, on a phone. */
export function LookInside() {
  return (
    <section aria-labelledby="look-inside-heading" className="overflow-clip border-t border-line bg-sheet">
      <div className="mx-auto grid max-w-6xl items-center gap-x-12 gap-y-12 px-4 pt-20 sm:px-6 md:grid-cols-[1fr_1.2fr]">
        <div className="grid content-start gap-5 md:pb-20">
          <SectionHeading id="look-inside-heading" lead="One thumb at the counter. One look at tax time.">
            A look inside
          </SectionHeading>
          <p className="max-w-md text-soft">
            Your year adds up as you go: what you spent in each category, and every receipt behind the figure.
            Search for any receipt, or download them all at once.
          </p>
        </div>
        <div className="-mb-16 flex justify-center gap-5 sm:gap-8">
          <Phone screenshot={dashboard} className="-rotate-2" />
          <Phone screenshot={category} className="translate-y-8 rotate-2" />
        </div>
      </div>
    </section>
  )
}

function Phone({ screenshot, className }: { screenshot: Screenshot; className: string }) {
  const { light, dark, alt } = screenshot
  return (
    <div
      className={`w-full max-w-64 overflow-hidden rounded-[1.75rem] border-[6px] border-edge bg-paper shadow-sheet ${className}`}
    >
      {/* Both themes are there, and the style shows one: lazy images that aren't displayed are never fetched. */}
      <Picture sources={light} alt={alt} className="dark:hidden" />
      <Picture sources={dark} alt={alt} className="light:hidden" />
    </div>
  )
}

function Picture({ sources, alt, className }: { sources: Sources; alt: string; className: string }) {
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={sources.avif} />
      <img
        src={sources.webp}
        alt={alt}
        width={540}
        height={1080}
        loading="lazy"
        decoding="async"
        className="h-auto w-full"
      />
    </picture>
  )
}
