import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { sizeProblem } from './limits.ts'
import { uploadRules } from './queries.ts'
import type { Origin } from './upload.ts'
import { addFiles } from './transfers.ts'

/** Uploads chosen files straight away; those that can't be are listed with the reason. */
export function useFileIntake(origin: Origin) {
  const { data: rules } = useQuery(uploadRules)
  const handleFiles = useCallback(
    (files: File[], refused: { file: File }[]) => {
      const isFine = (file: File) => sizeProblem(file, rules) === undefined
      if (files.some(isFine)) addFiles(origin, files.filter(isFine))
      for (const file of files) {
        if (!isFine(file)) addFiles(origin, [file], { problem: sizeProblem(file, rules) })
      }
      for (const { file } of refused) addFiles(origin, [file], { problem: receiptRefusals.wrongType.message })
    },
    [origin, rules],
  )
  return { rules, handleFiles }
}
