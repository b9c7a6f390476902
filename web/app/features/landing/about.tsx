import { product } from '#platform/page/product.ts'
import { EmptyTin } from '#ui/feedback/drawings.tsx'
import { SectionHeading } from './section-heading.tsx'

const promises = [
  [
    'Your originals never change',
    'We keep every file exactly as you sent it. If you replace one, we keep the previous version too.',
  ],
  ['Always yours', 'You can always view and download your receipts, even after your plan ends.'],
  [
    'Private',
    'Receipts are read on our own server, not by an outside AI service. Our team can manage your account, but they can’t open your receipts.',
  ],
] as const

export function About() {
  return (
    <section id="about" tabIndex={-1} aria-labelledby="about-heading" className="bg-leaf-tint outline-none">
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-16 gap-y-10 px-4 py-20 sm:px-6 md:grid-cols-2 md:py-28">
        <div className="grid grid-cols-1 content-start gap-6">
          <SectionHeading id="about-heading" lead="We started with a biscuit tin.">
            About Us
          </SectionHeading>
          <div className="grid max-w-xl gap-4">
            <p>
              It was full of receipts, most of them blank: thermal receipts fade, often within a year. The tax
              office expects you to keep them for five.
            </p>
            <p>
              {product.name} is the tin that doesn’t fade. It works on your phone and your computer, so you
              won’t lose your receipts if you lose your phone. It’s for people who earn a living in Australia
              and have better things to do: the freelancer juggling two jobs, the small shop owner, the nurse,
              the sparky and the teacher with something to claim.
            </p>
          </div>
          <div className="w-48 max-w-full text-leaf-deep">
            <EmptyTin />
          </div>
        </div>
        <ul className="grid content-start gap-4">
          {promises.map(([title, text]) => (
            <li key={title} className="rounded-lg bg-sheet p-6 shadow-sheet">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1.5 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
