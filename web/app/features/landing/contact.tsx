import { memo } from 'react'
import { product } from '#platform/product'
import { TextLink } from '#ui/text-link'
import { SectionHeading } from './section-heading.tsx'

/** Without props on purpose: the form in it may still be waiting for its script while the page around it changes. */
export const Contact = memo(function Contact() {
  return (
    <section id="contact" tabIndex={-1} aria-labelledby="contact-heading" className="bg-well outline-none">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-20 sm:px-6 md:grid-cols-2 md:py-28">
        <div className="grid content-start gap-4">
          <SectionHeading id="contact-heading" lead="We'd love to hear from you. Contact us today!">
            Contact Us
          </SectionHeading>
          <p className="text-soft">
            Or write to <TextLink to={`mailto:${product.supportEmail}`}>{product.supportEmail}</TextLink>.
          </p>
        </div>
      </div>
    </section>
  )
})
