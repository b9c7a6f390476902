import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '#ui/layout/text-link.tsx'

/** Each answer is a list of paragraphs. */
const questions: { question: string; answer: ReactNode[] }[] = [
  {
    question: 'How secure is my data?',
    answer: [
      'Only you, and anyone you share them with, can see your receipts. Our staff can’t open them. We never store your password, only a one-way hash that can’t be reversed. Logging out or resetting your password ends access within seconds, and you can turn on two-step login.',
      'We check every file once a week to make sure nothing has changed. Deleted receipts stay in the bin for 30 days in case you change your mind.',
    ],
  },
  {
    question: 'What types of receipts can I keep?',
    answer: [
      'Anything that shows what you spent for work. There are six categories: fuel, car repair and servicing; travel; insurance and memberships; work meals; certification and training; and others, such as clothing, registration fees and donations.',
    ],
  },
  {
    question: 'How do I upload receipts?',
    answer: [
      'Take a photo with your phone or laptop camera, or upload a scan, a PDF, a JPG or a PNG. Word documents and HEIC or WebP photos work too. Each file can be up to 20 MB. We read the supplier, date and total. Check them, choose a category, and you’re done.',
      'No reception? Take the photo anyway. It stays on your device, and uploads when you next open the app online.',
    ],
  },
  {
    question: 'Can I share my receipts with my accountant?',
    answer: [
      'Yes. Invite your accountant to view whole income years, with no account needed. Or download a tax pack as a single zip file and send it however you like: a summary, lists for spreadsheets and your original receipts. You can download single receipts and whole categories, too.',
    ],
  },
  {
    question: 'How much does it cost?',
    answer: [
      'You start with a 30-day free trial, no card needed. After that Pro is $4.99 a month, and Premium is $11.97 a quarter, which works out at $3.99 a month. Both renew until you cancel, which you can do any time. Single months of Pro don’t renew.',
      'Without a plan you can still view and download everything you have. You only need a plan to add more. You’ll see how much storage each plan includes before you choose one.',
    ],
  },
  {
    question: 'Do I need receipts if I claim more than $300?',
    answer: [
      'If your work-related claims come to more than $300 in total, the tax office asks for written evidence for all of them, not just the part above $300. At $300 or less you may not need receipts, but you must have spent the money yourself and be able to show how you worked out the claim. Car, meal and travel allowance expenses have their own rules.',
      <>
        Rules change from one income year to the next, so check{' '}
        <TextLink to="https://www.ato.gov.au">ato.gov.au</TextLink> before you lodge. If in doubt, keep
        everything.
      </>,
    ],
  },
  {
    question: 'How long are my receipts stored?',
    answer: [
      'At least five years. The tax office expects you to keep records for five years from the day your return is due or the day you lodge it, whichever is later. We never delete your receipts while you have an account, even after your plan ends.',
    ],
  },
]

/** A native disclosure each: they open without script and by keyboard. */
export function Answers() {
  return (
    <div className="border-t border-line">
      {questions.map(({ question, answer }, index) => (
        <details key={question} name="questions" open={index === 0} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 text-lg font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <Plus
              aria-hidden="true"
              className="size-5 shrink-0 text-leaf transition-transform duration-150 group-open:rotate-45"
            />
          </summary>
          <div className="grid max-w-prose gap-3 pb-6 text-soft">
            {answer.map((paragraph, position) => (
              <p key={position}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
