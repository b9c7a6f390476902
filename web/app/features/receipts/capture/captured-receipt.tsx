import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Crop, FilePlus, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { routesLoaded } from '#platform/offline/routes-loaded.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Form, SubmitButton } from '#ui/forms/form.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { AdjustPhotos } from '../adjust/adjust-photos.tsx'
import { DuplicateUpload } from '../duplicates/upload-notice.tsx'
import { NotSaved } from '../filing/not-saved.tsx'
import { setAsideUpload } from '../outgoing/set-aside.ts'
import { DescriptionField } from '../pending/description-field.tsx'
import { FilePreview } from '../pending/file/preview.tsx'
import { FileRow } from '../pending/file/row.tsx'
import { useUploadForm } from '../pending/form.ts'
import { isUsable, tooManyPages } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'
import { prefillDescription } from '../pending/store.ts'
import type { PendingFile, PendingUpload } from '../pending/upload.ts'
import { typedEdit } from '../pending/typed-edit.ts'
import { SplitNotice } from '../to-file/row/split-offer.tsx'
import { CategoryChoices } from './category-choices.tsx'
import { PhotoWarning } from './photo-warning.tsx'
import { focusProblem, ReadCard } from './read-card.tsx'
import { useFiling } from './use-filing.ts'
import { useReading } from './use-reading.ts'

const messages = { noFile: receiptTexts.nothingPending, noDescription: receiptTexts.descriptionRequired }

type CapturedReceiptProps = {
  pending: PendingUpload
  onAddPage: () => void
  /** @param page the page to retake, if there are several. */
  onRetake: (page?: string) => void
  onFiled: () => void
}

/** The photo, what was read from it, and the categories: pressing one files it. */
export function CapturedReceipt({ pending, onAddPage, onRetake, onFiled }: CapturedReceiptProps) {
  const { files, facts = {} } = pending
  const { form, isSaving } = useUploadForm('capture', messages)
  const navigate = useNavigate()
  const filing = useFiling(pending, onFiled)
  const card = useRef<HTMLElement>(null)
  const reading = useReading(files, { isSaving })
  const read = reading.fields.supplier
  // Another is only suggested, as the supplier.
  const name = facts.supplier ?? (read?.level === 'sure' ? read.value : undefined)
  useEffect(() => {
    if (name) prefillDescription(name)
  }, [name])

  const retake = ({ id }: PendingFile) =>
    files.length === 1 ? onRetake() : focusProblem(card.current) || onRetake(id)
  const isListedFirst = ({ state }: PendingFile) => state === 'failed' || state === 'refused'
  const pages = files.length > 1 ? files.filter((file) => !isListedFirst(file)) : []
  return (
    <Page className="@container max-lg:-mt-14 max-lg:gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <div className="grow basis-24">
          <PageHeading>Save receipt</PageHeading>
        </div>
        <Actions
          pageCount={files.filter(isUsable).length}
          onRetake={() => retake(files.at(-1)!)}
          onAddPage={() => focusProblem(card.current) || onAddPage()}
          onClose={() => !focusProblem(card.current)}
          isSaving={isSaving}
        />
      </div>
      <Form
        form={form}
        label="Describe the photo"
        className={classNames(
          'grid grid-cols-1 items-start gap-3 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-x-8',
          reading.state !== 'off' && 'max-lg:@min-[17rem]:grid-cols-[5.5rem_minmax(0,1fr)]',
        )}
        onSubmit={async () => {
          if (focusProblem(card.current)) return
          await routesLoaded('features/receipts/')
          void navigate(paths.preview, { state: { origin: 'capture' } })
        }}
      >
        <Photo pages={files.filter(isUsable)} isSaving={isSaving} />
        {reading.state !== 'off' && <ReadCard ref={card} {...{ reading, facts }} readOnly={isSaving} />}
        <div className="col-span-full grid grid-cols-1 gap-3 lg:col-span-1">
          <PhotoWarning photo={files.find(({ warning }) => warning)} isSaving={isSaving} onRetake={retake} />
          <FileRows
            label="Photo upload"
            files={files.filter(isListedFirst)}
            isFixed={isSaving || files.length === 1}
          />
          <DescriptionField placeholder="What was it for?" rows={1} readOnly={isSaving} />
          {filing.error && <NotSaved error={filing.error} origin="capture" />}
          <CategoryChoices
            reading={reading}
            supplier={facts.supplier ?? read?.value}
            chosen={filing.chosen}
            onChoose={(category) => focusProblem(card.current) || filing.choose(category)}
          />
          {reading.duplicate && (
            // Below the categories: moving them would make a finger that's on its way miss.
            <div className="sticky bottom-[max(0.5rem,env(safe-area-inset-bottom))] z-10">
              <DuplicateUpload draft={{ ...reading.duplicate, edit: typedEdit(pending) }} files={files} />
            </div>
          )}
          <SplitNotice splitsInto={reading.splitsInto} />
          <SubmitButton busy="Preparing…" variant="secondary">
            Save and Preview
          </SubmitButton>
          <FileRows label="Pages" files={pages} isFixed={isSaving} />
        </div>
      </Form>
    </Page>
  )
}

/** Below their icons on a phone, the labels fit beside the title. */
const actionProps = {
  variant: 'quiet',
  className: 'max-sm:min-w-11 max-sm:flex-col max-sm:gap-0.5 max-sm:px-1.5 max-sm:text-2xs',
} as const

type ActionsProps = Pick<CapturedReceiptProps, 'onAddPage'> & {
  pageCount: number
  isSaving: boolean
  onRetake: () => void
  /** @returns whether nothing that was typed would be lost. */
  onClose: () => boolean
}

function Actions({ pageCount, isSaving, onAddPage, onRetake, onClose }: ActionsProps) {
  const { data: rules } = useQuery(uploadRules)
  const isFull = rules !== undefined && pageCount >= rules.maxFiles
  return (
    <div className="flex max-sm:-mr-2" data-full-screen="photo">
      <Button {...actionProps} icon={RotateCcw} iconClassName="size-5" disabled={isSaving} onClick={onRetake}>
        Retake
      </Button>
      <Button
        {...actionProps}
        disabled={isSaving}
        icon={FilePlus}
        iconClassName="size-5"
        aria-disabled={isFull || undefined}
        onClick={() => (isFull ? toast.info(tooManyPages(rules)) : onAddPage())}
      >
        Add page
      </Button>
      <ButtonLink
        {...actionProps}
        icon={X}
        iconClassName="size-5"
        to={paths.dashboard}
        onClick={(event) => {
          // Otherwise the next scan would begin with it.
          if (isSaving) return
          if (!onClose()) return event.preventDefault()
          setAsideUpload()
          const which = pageCount === 2 ? 'Both' : `All ${pageCount}`
          const detail = 'Select them there to file them as one receipt.'
          if (pageCount > 1) toast.info(`${which} pages are in To file.`, { detail, durationMs: 5000 })
          else if (pageCount === 1) toast.info('You’ll find it in To file.')
        }}
      >
        Close
      </ButtonLink>
    </div>
  )
}

/** The first page with the number of pages; larger when it's pressed. */
function Photo({ pages, isSaving }: { pages: readonly PendingFile[]; isSaving: boolean }) {
  const [isLarge, setIsLarge] = useState(false)
  const [isAdjusting, setIsAdjusting] = useState(false)
  const [first] = pages
  return (
    <div className={classNames('relative lg:col-span-1 lg:row-span-6', isLarge && 'col-span-full')}>
      <button
        type="button"
        aria-expanded={isLarge}
        onClick={() => setIsLarge(!isLarge)}
        className="block w-full rounded-md [&>img]:block"
      >
        {first && <FilePreview file={first} isSmall={!isLarge} />}
        {pages.length > 1 && (
          <span className="absolute inset-x-0 top-0 rounded-t-md bg-sheet/90 py-0.5 text-sm font-semibold">
            {pages.length} pages
          </span>
        )}
      </button>
      <Button
        variant="quiet"
        size="small"
        icon={Crop}
        iconClassName="size-4 max-lg:hidden"
        disabled={isSaving}
        onClick={() => setIsAdjusting(true)}
        className="max-lg:w-full max-lg:px-0 lg:absolute lg:right-2 lg:bottom-2 lg:bg-sheet/90"
      >
        Adjust
      </Button>
      {isAdjusting && <AdjustPhotos files={pages} onClose={() => setIsAdjusting(false)} />}
    </div>
  )
}

type FileRowsProps = { label: string; files: readonly PendingFile[]; isFixed: boolean }

function FileRows({ label, files, isFixed }: FileRowsProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-2">
      {files.map((file) => (
        <FileRow key={file.id} file={file} isFixed={isFixed} />
      ))}
    </ul>
  )
}
