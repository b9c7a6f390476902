import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { FileDrop } from './file-drop.tsx'

const docket = new File(['%PDF'], 'docket.pdf', { type: 'application/pdf' })

type Props = Partial<Pick<Parameters<typeof FileDrop>[0], 'error' | 'wrongType' | 'takesUnknown'>>

function show(props: Props = {}) {
  const taken = vi.fn<(files: File[], refused: unknown[]) => void>()
  const shown = renderScreen(
    <FileDrop
      id="receipt"
      label="Receipt"
      hint="PDF, up to 20 MB."
      accept={{ 'application/pdf': ['.pdf'] }}
      {...props}
      onFiles={taken}
    />,
  )
  return { taken, ...shown }
}

test('a file can be picked', async () => {
  const { taken, user } = show()
  await user.upload(screen.getByLabelText('Receipt'), docket)
  expect(taken.mock.calls[0]?.[0]).toEqual([docket])
})

test('a file can be pasted', () => {
  const { taken } = show()
  fireEvent.paste(document, { clipboardData: { files: [docket] } })
  expect(taken.mock.calls[0]?.[0]).toEqual([docket])
})

test('text pasted into a field isn’t taken as a file, although spreadsheets add a picture of it', () => {
  const { taken } = show()
  const picture = new File(['picture'], 'image.png', { type: 'image/png' })
  const field = document.body.appendChild(document.createElement('textarea'))
  const paste = (file: File, text: string) =>
    fireEvent.paste(field, { clipboardData: { files: [file], getData: () => text } })
  paste(picture, 'Diesel\t42.50')
  expect(taken).not.toHaveBeenCalled()
  paste(docket, docket.name)
  expect(taken.mock.calls[0]?.[0]).toEqual([docket])
  field.remove()
})

test('screen readers find one button, with its hint and error', () => {
  show({ error: 'Please select or drop a file to continue.' })
  const button = screen.getByRole('button', { name: 'Choose a file' })
  const describedBy = button.getAttribute('aria-describedby')!.split(' ')
  expect(describedBy.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'PDF, up to 20 MB.',
    'Please select or drop a file to continue.',
  ])
  expect(screen.getByLabelText('Receipt').closest('[aria-hidden=true]')).toBeTruthy()
})

test('a file that can’t be used says why until one that can is chosen', async () => {
  const { taken, user } = show({ wrongType: 'Choose a PDF.' })
  const field = screen.getByLabelText('Receipt')
  const song = new File(['x'], 'song.mp3', { type: 'audio/mpeg' })
  await user.setup({ applyAccept: false }).upload(field, song)
  expect(await screen.findByText('Choose a PDF.')).toBeTruthy()
  expect(taken).not.toHaveBeenCalled()
  await user.upload(field, docket)
  expect(screen.queryByText('Choose a PDF.')).toBeNull()
  expect(taken.mock.calls[0]?.[0]).toEqual([docket])
})

test.each([
  ['', true],
  ['application/octet-stream', true],
  ['application/zip', false],
])('a file of type “%s” may be one that can be used: %s', async (type, mayBe) => {
  const { taken } = show({ takesUnknown: true })
  const bill = new File(['%PDF'], 'ViewBill.aspx', { type })
  fireEvent.change(screen.getByLabelText('Receipt'), { target: { files: [bill] } })
  await waitFor(() => expect(taken).toHaveBeenCalledOnce())
  expect(taken.mock.calls[0]?.[0]).toEqual(mayBe ? [bill] : [])
})
