import { useId, useState } from 'react'
import { hasCharacterKeys, setCharacterKeys } from '#platform/page/character-keys.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Group = { title: string; shortcuts: readonly (readonly [keys: readonly string[], what: string])[] }

const everywhere: Group = {
  title: 'On every screen',
  shortcuts: [
    [['/'], 'Search'],
    [['?'], 'Show these shortcuts'],
    [['F8'], 'Go to the latest message with a button, such as Undo'],
    [['Esc'], 'Close what’s open'],
  ],
}
const userGroups: readonly Group[] = [
  everywhere,
  {
    title: 'To file',
    shortcuts: [
      [['↑', '↓'], 'Move between uploads'],
      [['1', '–', '6'], 'Choose a category'],
      [['Space'], 'Select it, to file several as one receipt'],
      [['Enter'], 'File the upload'],
      [['Delete'], 'Discard it'],
    ],
  },
  {
    title: 'Lists of receipts',
    shortcuts: [
      [['↑', '↓'], 'Previous or next receipt'],
      [['Enter'], 'Open the receipt'],
    ],
  },
  {
    title: 'Checking a receipt',
    shortcuts: [
      [['Page Up', 'Page Down'], 'Previous and next receipt'],
      [['Enter'], 'Accept what was read'],
      [['+', '−', '0'], 'Zoom in, zoom out or reset'],
    ],
  },
]

const isCharacter = (key: string) => /^[\d/?+−]$/.test(key)

type ShortcutsProps = { isUser: boolean; open: boolean; onClose: () => void }

/** The keyboard shortcuts of the screens that this person has. */
export function Shortcuts({ isUser, open, onClose }: ShortcutsProps) {
  const [hasCharacters, setHasCharacters] = useState(hasCharacterKeys)
  const handleSwitch = (isOn: boolean) => {
    setCharacterKeys(isOn)
    setHasCharacters(isOn)
  }
  const groups = (isUser ? userGroups : [everywhere]).map(({ title, shortcuts }) => ({
    title,
    shortcuts: shortcuts.filter(([keys]) => hasCharacters || !keys.some(isCharacter)),
  }))
  return (
    <Dialog title="Keyboard shortcuts" open={open} onClose={onClose} wide={isUser}>
      <div className={classNames('grid gap-x-8 gap-y-5', isUser && 'sm:grid-cols-2')}>
        {groups.map((group) => (
          <ShortcutGroup key={group.title} group={group} />
        ))}
      </div>
      <label className="mt-4 flex min-h-11 items-center gap-3 font-medium">
        <input
          type="checkbox"
          className="choice-box"
          aria-describedby="character-keys-note"
          checked={hasCharacters}
          onChange={({ target }) => handleSwitch(target.checked)}
        />
        Single-character shortcuts
      </label>
      <p id="character-keys-note" className="text-sm text-soft">
        Turn these off if you control this device by voice. Your choice only applies to this device.
      </p>
    </Dialog>
  )
}

function ShortcutGroup({ group: { title, shortcuts } }: { group: Group }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="font-semibold">
        {title}
      </h3>
      <dl className="mt-1">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="flex items-baseline justify-between gap-4 border-b border-line py-2">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) =>
                key === '–' ? (
                  key
                ) : (
                  <kbd key={key} className="rounded-sm border border-line bg-paper px-1.5 text-sm">
                    {key}
                  </kbd>
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
