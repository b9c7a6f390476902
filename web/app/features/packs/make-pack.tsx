import { type Pack, type PackFormat, packFormatNames, packFormats } from '@docketbox/contract/packs/endpoints'
import { useMutation } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { requestPack } from './queries.ts'

type MakePackProps = { incomeYear: string; latest: Pack | undefined }

/** Starts making a pack: one click, and two choices that most people don't need. */
export function MakePack({ incomeYear, latest }: MakePackProps) {
  const request = useMutation(requestPack)
  const [formats, setFormats] = useState<readonly PackFormat[]>([])
  const isBeingMade = latest?.state === 'waiting' || latest?.state === 'building'
  const toggle = (format: PackFormat) =>
    setFormats((chosen) =>
      chosen.includes(format) ? chosen.filter((other) => other !== format) : [...chosen, format],
    )
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg">{latest ? 'Make a new pack' : 'Make your pack'}</h2>
        <p className="text-soft">
          It includes your current receipts and records. You don’t have to finish everything first: the
          summary lists what’s missing.
        </p>
      </div>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">Also include an import file for</legend>
        <div className="flex flex-wrap gap-x-6">
          {packFormats.map((format) => (
            <label key={format} className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                className="choice-box"
                checked={formats.includes(format)}
                onChange={() => toggle(format)}
              />
              {packFormatNames[format]}
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <Button
          variant={latest?.state === 'ready' ? 'secondary' : 'primary'}
          className="max-sm:w-full"
          icon={Package}
          busy={(request.isPending || isBeingMade) && 'Making your pack…'}
          onClick={() => request.mutate({ params: { incomeYear }, body: { formats: [...formats] } })}
        >
          {latest ? 'Make a new pack' : 'Make tax pack'}
        </Button>
      </div>
      <ErrorNotice>{request.error?.message}</ErrorNotice>
    </Card>
  )
}
