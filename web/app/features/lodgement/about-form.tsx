import { Notice } from '#ui/feedback/notice.tsx'

/** Says what the form is, who reads it, what happens next, and that the ATO gets nothing (requirement 34). */
export function AboutForm({ tense }: { tense: 'before' | 'after' }) {
  return (
    <Notice tone="warning" className="max-w-[46rem]">
      <p className="font-semibold">
        {tense === 'before'
          ? 'This form doesn’t lodge your tax return. Nothing you submit here goes to the ATO.'
          : 'Your tax return hasn’t been lodged. Nothing has been sent to the ATO.'}
      </p>
      <p className="mt-1">
        {tense === 'before'
          ? 'Our team or a registered tax agent will read your answers. We’ll email you a confirmation, then contact you about what happens next.'
          : 'You’ve sent us your claims and deductions. Our team or a registered tax agent will read them and contact you about what happens next.'}
      </p>
    </Notice>
  )
}
