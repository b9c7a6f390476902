import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Button } from '#ui/controls/button.tsx'
import { offerUndo } from '#ui/feedback/toast.ts'
import { AlertDialog } from './dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'

function Passkeys() {
  const [names, setNames] = useState(['Phone', 'Laptop', 'Tablet'])
  const [asked, setAsked] = useState<string>()
  const remove = (removed: string) => setNames(names.filter((name) => name !== removed))
  return (
    <>
      <h1>Security</h1>
      <h2>Passkeys</h2>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name} aria-label={name}>
              <Button onClick={() => remove(name)}>Remove {name}</Button>
              <Button onClick={() => setAsked(name)}>Ask about {name}</Button>
            </li>
          ))}
        </ul>
      )}
      <h2>Devices</h2>
      {asked && (
        <AlertDialog
          title="Remove it?"
          confirm="Remove"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            remove(asked)
            setAsked(undefined)
          }}
        />
      )}
    </>
  )
}

const focused = () => document.activeElement
const row = (name: string) => screen.getByRole('listitem', { name })

test('the focus of a row that goes away moves to the next one, the previous one, and at last to the heading', async () => {
  const { user } = renderScreen(<Passkeys />)
  await user.click(screen.getByRole('button', { name: 'Remove Laptop' }))
  await waitFor(() => expect(focused()).toBe(row('Tablet')))
  await user.click(screen.getByRole('button', { name: 'Remove Tablet' }))
  await waitFor(() => expect(focused()).toBe(row('Phone')))
  await user.click(screen.getByRole('button', { name: 'Remove Phone' }))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Passkeys' })))
})

test('the focus of an open menu whose row goes away moves to the next row', async () => {
  function Results() {
    const [names, setNames] = useState(['Ampol', 'Bunnings'])
    return (
      <ul>
        {names.map((name) => (
          <li key={name} aria-label={name}>
            <Menu trigger={<Button>More actions for {name}</Button>}>
              <MenuItem onSelect={() => undefined}>Edit</MenuItem>
            </Menu>
          </li>
        ))}
        <li>
          <Button onClick={() => setNames(['Bunnings'])}>Reload</Button>
        </li>
      </ul>
    )
  }
  const { user } = renderScreen(<Results />)
  await user.click(screen.getByRole('button', { name: 'More actions for Ampol' }))
  const item = await screen.findByRole('menuitem', { name: 'Edit' })
  act(() => item.focus())
  act(() => screen.getByRole('button', { name: 'Reload', hidden: true }).click())
  await waitFor(() => expect(focused()).toBe(row('Bunnings')))
})

test('the focus of a table that goes away with its last row moves to the heading', async () => {
  function Waiting() {
    const [isFiled, setIsFiled] = useState(false)
    return (
      <>
        <h1>To file</h1>
        {isFiled ? (
          <p>All done.</p>
        ) : (
          <table>
            <tbody>
              <tr>
                <td>
                  <Button onClick={() => setIsFiled(true)}>File</Button>
                </td>
              </tr>
            </tbody>
          </table>
        )}
      </>
    )
  }
  const { user } = renderScreen(<Waiting />)
  await user.click(screen.getByRole('button', { name: 'File' }))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'To file' })))
})

test('a dialog that closes with the row it’s about moves the focus there, too', async () => {
  const { user } = renderScreen(<Passkeys />)
  await user.click(screen.getByRole('button', { name: 'Ask about Phone' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(focused()).toBe(row('Laptop')))
})

function Receipts({ isShort }: { isShort?: boolean }) {
  const [names, setNames] = useState(['Ampol', 'Shell', 'BP'])
  const [question, setQuestion] = useState<'first' | 'again'>()
  const removeShell = () => setNames(names.filter((name) => name !== 'Shell'))
  return (
    <>
      <h1>Receipts</h1>
      <table {...(!isShort && { 'aria-rowcount': 500 })}>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>
                <Button data-row={name}>{name}</Button>
                <Button onClick={() => setQuestion('first')}>Delete {name}</Button>
                <Button onClick={removeShell}>Delete {name} now</Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {question && (
        <AlertDialog
          key={question}
          title={question}
          confirm="Delete"
          onClose={() => setQuestion(undefined)}
          onConfirm={() => {
            if (question === 'first') return setQuestion('again')
            setQuestion(undefined)
            removeShell()
          }}
        />
      )}
    </>
  )
}

test('a row of a table that’s deleted after two questions passes the focus on to the next row', async () => {
  const { user } = renderScreen(<Receipts isShort />)
  await user.click(screen.getByRole('button', { name: 'Delete Shell' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'again' })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'BP' })))
})

test('a row that leaves a long table, which is as long as before, has scrolled out of view', async () => {
  const { user } = renderScreen(<Receipts />)
  await user.click(screen.getByRole('button', { name: 'Delete Shell now' }))
  await waitFor(() => expect(screen.queryByText('Shell')).toBeNull())
  expect(focused()).toBe(document.body)
})

test('the focus of a form that’s done moves to the heading before it', async () => {
  function TwoStep() {
    const [isDone, setIsDone] = useState(false)
    return (
      <>
        <h1>Security</h1>
        <h2>Two-step login</h2>
        {!isDone && <Button onClick={() => setIsDone(true)}>Turn on</Button>}
        <h2>Passkeys</h2>
      </>
    )
  }
  const { user } = renderScreen(<TwoStep />)
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Two-step login' })))
})

test('the focus returns from a toast whose button is pressed by keyboard', async () => {
  const undo = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { user } = renderScreen(<Button onClick={() => offerUndo('Deleted.', undo)}>Delete</Button>)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.tab()
  await user.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Delete' })))
})

test('a focus that’s elsewhere stays there', async () => {
  function Changing() {
    const [isShort, setIsShort] = useState(false)
    return (
      <>
        <ul>{!isShort && <li>Phone</li>}</ul>
        <Button onClick={() => setIsShort(true)}>Shorten</Button>
      </>
    )
  }
  const { user } = renderScreen(<Changing />)
  await user.click(screen.getByRole('button', { name: 'Shorten' }))
  expect(screen.queryByText('Phone')).toBeNull()
  expect(focused()).toBe(screen.getByRole('button', { name: 'Shorten' }))
})
