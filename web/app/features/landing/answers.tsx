import type { ReactNode } from 'react'
import { TextLink } from '#ui/layout/text-link.tsx'

/** The seven questions, each with what is true of the product as it is. */
export const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'How secure is my data?',
    answer: (
      <>
        <p>
          Nobody but you sees your receipts here: our administrators have no screen that opens them. Your
          password is never stored, only a slow hash of it that cannot be turned back. Signing out or
          resetting your password ends access within seconds, and a second factor can be switched on.
        </p>
        <p>
          Every file is stored with a fingerprint that shows if a single byte of it has changed, and is read
          and compared with it once a week. What you delete waits in a trash for 30 days in case you change
          your mind.
        </p>
      </>
    ),
  },
  {
    question: 'What types of receipts can I keep?',
    answer: (
      <p>
        Anything that shows what you spent for work. There are six categories: fuel, car repair and servicing;
        travel; insurance and memberships; work meals; certification and training; and others, such as
        clothing, registration fees and donations.
      </p>
    ),
  },
  {
    question: 'How do I upload receipts?',
    answer: (
      <p>
        Take a photo with your phone or laptop camera, or upload a scan, a PDF, a JPG or a PNG. Word
        documents, HEIC and WebP pictures work too, up to 20 MB each. Add a line about what it was for, choose
        a category, and it is filed.
      </p>
    ),
  },
  {
    question: 'Can I share my receipts with my accountant?',
    answer: (
      <p>
        Yes. Download one receipt, or everything in a category as a single zip file, and send it to your
        accountant the way the two of you prefer. The files in it are your originals.
      </p>
    ),
  },
  {
    question: 'How much does it cost?',
    answer: (
      <>
        <p>
          You start with a free trial of 30 days, without a card. After that Pro is $4.99 a month, and Premium
          is $11.97 a quarter, which comes to $3.99 a month.
        </p>
        <p>
          Without a plan you can still look at everything you have and download it; only adding more needs a
          plan.
        </p>
      </>
    ),
  },
  {
    question: 'Do I need receipts if I claim more than $300?',
    answer: (
      <>
        <p>
          If your work-related claims come to more than $300 in total, the tax office asks for written
          evidence for all of them, not only for what is above $300. At $300 or less you may not need
          receipts, but you must have spent the money yourself and be able to show how you worked out the
          claim. Car, meal and travel allowance expenses have rules of their own.
        </p>
        <p>
          Rules change from one income year to the next, so look at{' '}
          <TextLink to="https://www.ato.gov.au">ato.gov.au</TextLink> before you lodge. Keeping everything is
          safe every year.
        </p>
      </>
    ),
  },
  {
    question: 'How long are my receipts stored?',
    answer: (
      <p>
        Five years and longer. The tax office expects you to keep records for five years from the day your
        return is due or the day you lodge it, whichever is later. Nothing that you have filed is deleted by
        itself while you have an account, and what you have stored stays open to you after a plan has ended.
      </p>
    ),
  },
]
