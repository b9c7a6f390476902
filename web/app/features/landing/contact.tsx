import { lazy, memo, Suspense } from 'react'
import { product } from '#platform/page/product.ts'
import { retryOrReload } from '#platform/offline/retry-when-online.ts'
import { whenVisible } from './when-visible.ts'
import { Card, DocketCard, Perforation } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { SectionHeading } from './section-heading.tsx'

/** Its HTML is prerendered; its script loads when it comes near the viewport. */
const ContactForm = lazy(async () => {
  await whenVisible('contact')
  return { default: (await retryOrReload(() => import('#features/contact'))).ContactForm }
})

/** Memoised without props: the form may still be waiting for its script while the page around it renders again. */
export const Contact = memo(function Contact() {
  return (
    <section id="contact" tabIndex={-1} aria-labelledby="contact-heading" className="bg-well outline-none">
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-10 px-4 py-20 sm:px-6 md:grid-cols-2 md:py-28">
        <div className="grid content-start gap-4">
          <SectionHeading id="contact-heading" lead="We’d love to hear from you. Contact us today!">
            Contact Us
          </SectionHeading>
          <p className="text-soft">
            Or email <TextLink to={`mailto:${product.supportEmail}`}>{product.supportEmail}</TextLink>.
          </p>
          <NextSteps />
        </div>
        <Card className="relative p-6 sm:p-8">
          <Suspense fallback={<Skeleton className="h-[35rem]" />}>
            <ContactForm />
          </Suspense>
        </Card>
      </div>
    </section>
  )
})

/** What happens to a message, printed on a docket. */
function NextSteps() {
  return (
    <div className="mt-6 max-w-sm -rotate-2">
      <DocketCard className="px-6 pb-10">
        <h3 className="text-lg">What happens next</h3>
        <Perforation className="my-4" />
        <ol className="grid gap-3 text-[0.9375rem]">
          {steps.map(([when, what]) => (
            <li key={when} className="grid grid-cols-[30%_minmax(0,1fr)] gap-3">
              <span className="text-soft">{when}</span>
              <span>{what}</span>
            </li>
          ))}
        </ol>
      </DocketCard>
    </div>
  )
}

const steps = [
  ['Right away', 'We email you a confirmation.'],
  ['Then', 'Someone will read it and reply by email.'],
  ['After a year', 'We delete it.'],
] as const
