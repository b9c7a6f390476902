import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { Download, Undo2 } from 'lucide-react'
import { exactTime } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { restoreVersion } from '../mutations.ts'
import { FileDetails } from './details.tsx'
import { useDownloadFile } from './use-download.ts'

/** Every version of the receipt's files, with checksums that prove they haven't changed. */
export function VersionList({ receipt }: { receipt: ReceiptDetails }) {
  const { downloadFile, isDownloading } = useDownloadFile()
  const restore = useMutation(restoreVersion)
  const handleRestore = ({ file, version }: ReceiptDetails['versions'][number]) =>
    restore.mutate(
      { params: { uploadId: receipt._id, fileId: file }, body: { version } },
      {
        onSuccess: () => toast.success(`Version ${version} is the current one again.`),
        onError: ({ message }) => toast.error(message),
      },
    )
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {receipt.versions.map((version) => (
        <li
          key={`${version.file}-${version.version}`}
          className="flex items-start gap-3 rounded-md border border-line p-3 text-sm"
        >
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              <span className="break-all">{version.title}</span>
              {version.replacedAt === null && <Badge tone="leaf">Current</Badge>}
            </p>
            <p className="text-soft">
              Version {version.version} · {exactTime(version.createdAt)} · <FileDetails file={version} />
            </p>
            <p className="text-xs break-all text-soft">SHA-256 {version.sha256}</p>
          </div>
          {version.replacedAt !== null && !receipt.deletedAt && (
            <IconButton
              label={`Bring back version ${version.version} of ${version.title}`}
              disabled={restore.isPending}
              onClick={() => handleRestore(version)}
            >
              <Undo2 className="size-5" />
            </IconButton>
          )}
          <IconButton
            label={`Download version ${version.version} of ${version.title}`}
            disabled={isDownloading}
            onClick={() =>
              void downloadFile(receipt, { _id: version.file, title: version.title }, version.version)
            }
          >
            <Download className="size-5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
