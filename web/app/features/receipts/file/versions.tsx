import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { Download, FileCheck2, Undo2 } from 'lucide-react'
import { download } from '#platform/download/download.ts'
import { longTime } from '#platform/format/dates.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { useDownload } from '#ui/data/download.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { restoreVersion } from '../mutations.ts'
import { FileDetails } from './details.tsx'
import { useDownloadFile } from './use-download.ts'

/** Every version of the receipt's files, with checksums that prove they haven't changed. */
export function VersionList({ receipt }: { receipt: ReceiptDetails }) {
  const { downloadFile, isDownloading } = useDownloadFile()
  const restore = useMutation(restoreVersion)
  const handleRestore = ({ file, version }: ReceiptDetails['versions'][number]) =>
    void restore
      .mutateAsync({ params: { uploadId: receipt._id, fileId: file }, body: { version } })
      .then(() => toast.success(`Restored version ${version}.`))
      .catch(toastError)
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-2">
        {receipt.versions.map((version) => (
          <li
            key={`${version.file}-${version.version}`}
            className="flex items-start gap-3 rounded-md border border-line p-3 text-sm"
          >
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span className="break-all">{version.title}</span>
                {version.replacedAt === null && <Badge tone="leaf">Current</Badge>}
              </p>
              <p className="text-soft">
                Version {version.version} · {longTime(version.createdAt)} · <FileDetails file={version} />
              </p>
              <p className="text-xs break-all text-soft">SHA-256 {version.sha256}</p>
            </div>
            {version.replacedAt !== null && !receipt.deletedAt && (
              <IconButton
                icon={Undo2}
                label={`Restore version ${version.version} of ${version.title}`}
                disabled={restore.isPending}
                onClick={() => handleRestore(version)}
              />
            )}
            <IconButton
              icon={Download}
              label={`Download version ${version.version} of ${version.title}`}
              disabled={isDownloading}
              onClick={() =>
                void downloadFile(receipt, { _id: version.file, title: version.title }, version.version)
              }
            />
          </li>
        ))}
      </ul>
      <IntegrityStatement receipt={receipt} />
    </div>
  )
}

/** Proof that the files are what was uploaded, as a PDF. */
function IntegrityStatement({ receipt }: { receipt: ReceiptDetails }) {
  const { progress, start } = useDownload({
    fetch: (options) => download(packEndpoints.statement, { params: { uploadId: receipt._id } }, options),
    name: 'integrity-statement.pdf',
    done: 'Downloaded the integrity statement.',
  })
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft">
        We check every file once a week. The statement says when these were stored and that they haven’t
        changed.
      </p>
      <div>
        <Button
          size="small"
          variant="secondary"
          icon={FileCheck2}
          busy={progress && 'Checking…'}
          onClick={start}
        >
          Integrity statement (PDF)
        </Button>
      </div>
    </div>
  )
}
