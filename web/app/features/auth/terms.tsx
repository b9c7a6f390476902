import { product } from '#platform/page/product.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

const terms: { title: string; text: string }[] = [
  {
    title: 'Your records stay yours',
    text: 'What you upload belongs to you. It is kept as you sent it, nobody else sees it unless you hand it on, and you can download all of it at any time, also when your plan has ended.',
  },
  {
    title: 'General information, not tax advice',
    text: 'This product keeps your receipts and helps you prepare. What you claim is up to you and your tax agent.',
  },
  {
    title: 'What we keep about you',
    text: 'What you enter on these pages and what you upload, for as long as you have an account. You may close it at any time: for 30 days it can be opened again, then it is deleted, all but what the law has us keep about payments.',
  },
  {
    title: 'Paying',
    text: 'The free trial lasts 30 days, takes no card and ends by itself. Paid plans say their price before you pay.',
  },
  {
    title: 'Fair use',
    text: 'Upload only what is yours, and nothing that is meant to harm. Accounts that break this may be suspended.',
  },
]

/** What somebody agrees to who opens an account. */
export function Terms({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog title="Terms and conditions" open={open} onOpenChange={onOpenChange}>
      <div className="grid gap-4 text-[0.9375rem]">
        {terms.map(({ title, text }) => (
          <section key={title}>
            <h3 className="font-semibold">{title}</h3>
            <p className="text-soft">{text}</p>
          </section>
        ))}
        <p className="text-soft">Questions? Write to {product.supportEmail}.</p>
      </div>
    </Dialog>
  )
}
