import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { claimOf } from '../testing/records.ts'
import { RecordsCard } from './card.tsx'

test.each([true, false])(
  'tells owners and accountants that records count once a method is chosen (isReadOnly: %s)',
  (isReadOnly) => {
    signInAs('User')
    const open = [claimOf({ isChosen: false }), claimOf({ kind: 'phoneAndInternet', isChosen: false })]
    renderScreen(<RecordsCard incomeYear="2025-26" claims={open} isReadOnly={isReadOnly} />)
    expect(screen.getByText(/^Some records can’t be combined/).textContent).not.toMatch(/you/)
  },
)
