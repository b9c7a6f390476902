import { CLOSING_GRACE_DAYS } from '@docketbox/contract/account/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import type { ReactNode } from 'react'
import { product } from '#platform/page/product.ts'
import { TextLink } from '#ui/layout/text-link.tsx'
import { SupportEmail } from './support-email.tsx'

export const sections: { title: string; paragraphs: ReactNode[] }[] = [
  {
    title: 'What we collect',
    paragraphs: [
      'Your name, email address, phone number and state, and what you add to your profile. The receipts you upload, what’s printed on them, and the records you enter, such as trips and hours. Which plans you’ve had, and what you’ve paid. The browsers you’ve logged in with, so that you can log them out.',
      'What you write in our contact form or in the lodgement form, and the email address of anyone you share with. If someone shares with you, what you open and what you write to them.',
      'Your network address helps us stop attacks. It isn’t stored with your account. There’s no advertising, no analytics, and no cookie that follows you around.',
      'Please don’t send us your tax file number. We have no field for it. If a message to us or the lodgement form seems to contain one, we remove it before we store anything, and tell you.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'You, and the people you share with, such as your accountant. You choose the income years and for how long, you see what they open, and you can stop sharing at any time.',
      'Our staff see your profile, your plan and payments, and what you send us in a form. They also see when you share, and when you do something important in your account, such as deleting receipts or changing your password. They can’t open your receipts.',
      'Receipts are read by a program on our own server. We don’t send them to anyone to have them read, and we don’t train anything with them.',
      <>
        Stripe takes card and bank payments; your card number never reaches us. If you log in with Google,
        Google tells us your name and email address, and learns that you use {product.name}. Both may process
        this outside Australia, for example in the United States. We never sell information about you.
      </>,
      'If your information gets into the wrong hands and could seriously harm you, we’ll tell you and the Office of the Australian Information Commissioner.',
    ],
  },
  {
    title: 'What happens without a person deciding',
    paragraphs: [
      'The program that reads receipts suggests a supplier, date, amount, category and tax label. You confirm them or change them.',
      'If we find malware in a file, we won’t save it, or we’ll block it if it’s already saved. After several wrong passwords, logging in takes a while longer. If we refund a payment in full, the access it paid for ends. If you dispute a payment with your bank, that access may stop until the bank decides. Either way, you can still view and download your receipts.',
      <>
        If one of these was wrong, email <SupportEmail /> and a person will look at it.
      </>,
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      <>
        You can correct your details in your <TextLink to={paths.profile}>profile</TextLink>. Under{' '}
        <TextLink to={paths.data}>Your data</TextLink> you can download everything and close your account.
      </>,
      <>
        To ask for anything else or to complain, email <SupportEmail />. We’ll reply within 30 days. If you’re
        not satisfied, you can complain to the{' '}
        <TextLink to="https://www.oaic.gov.au">Office of the Australian Information Commissioner</TextLink>.
      </>,
    ],
  },
]

/** The same as the jobs that delete it (decisions 023 and 025, and `auth.clean` and `contact.forget-old-messages`). */
export const retention: { what: string; until: string }[] = [
  {
    what: 'Your account, receipts and records',
    until: `For as long as you have an account, even after your plan ends. Once you close it, for another ${CLOSING_GRACE_DAYS} days in case you change your mind.`,
  },
  { what: 'Deleted receipts', until: '30 days in the bin, unless you empty it.' },
  { what: 'Accounts whose email address was never verified', until: 'About a month.' },
  {
    what: 'Logins',
    until: 'We delete them a month after they expire, and your security activity after a year.',
  },
  {
    what: 'The log of important changes',
    until: 'Permanently. Without your name once your account is deleted.',
  },
  { what: 'Messages to us', until: '12 months.' },
  {
    what: 'Claims and deductions you sent us',
    until:
      'Until 90 days after we’ve dealt with them, and two years at most. If you were logged in, your own copy stays with your income year.',
  },
  {
    what: 'Payments',
    until: 'At least five years, as the law requires. Without your name once your account is deleted.',
  },
  { what: 'Backups', until: 'Up to two weeks longer.' },
]
