import { accountEndpoints } from '@docketbox/contract/account/endpoints'
import { Download } from 'lucide-react'
import { download } from '#platform/download/download.ts'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { DownloadProgress, useDownload } from '#ui/data/download.tsx'
import { Card } from '#ui/layout/card.tsx'

export function ExportCard() {
  const { progress, start, stop } = useDownload({
    fetch: (options) => download(accountEndpoints.exportAll, {}, options),
    name: 'everything.zip',
    done: 'Your data has been downloaded.',
    explainFailure: (error) =>
      error instanceof ApiError ? error.message : 'We couldn’t download your data. Please try again.',
  })

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Download all your data</h2>
      <p className="text-soft">
        One zip file with every receipt as you uploaded it, including previous versions and the bin, a list
        for your spreadsheet, your payments with their tax invoices, and your account history. Available even
        after your plan ends.
      </p>
      {progress ? (
        <DownloadProgress label="Your data" progress={progress} onStop={stop} />
      ) : (
        <div>
          <Button variant="secondary" icon={Download} onClick={start}>
            Download my data
          </Button>
        </div>
      )}
    </Card>
  )
}
