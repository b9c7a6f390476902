import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { receiptsFrom } from '../testing/receipts.ts'
import { useSelection } from './use-selection.ts'

const docs = receiptsFrom(['Ampol', 'Bunnings', 'Coles'])

test.each([
  [false, 'Still selected: 2 of 1,204 receipts.'],
  [true, 'Still selected: 2 of more than 1,204 receipts.'],
])(
  'leaving out one of all says how many are left (if there are more than counted: %s)',
  async (isCountCapped, text) => {
    function Screen() {
      const selection = useSelection({}, { totalDocs: 1204, isCountCapped })
      return (
        <>
          <button onClick={selection.selectAll}>Select all</button>
          <button onClick={() => selection.toggle(docs[0]!._id, docs)}>Ampol</button>
          <p>{selection.receipts}</p>
        </>
      )
    }
    const { user } = renderScreen(<Screen />)
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Ampol' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('2 receipts')).toBeTruthy()
  },
)
