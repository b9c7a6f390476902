import { Camera, Trash2 } from 'lucide-react'
import { Amount } from '#ui/data/amount.tsx'
import { Button, ButtonLink, IconButton } from '#ui/controls/button.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Badge, Stamp } from '#ui/data/stamp.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { Row, Shelf } from './shelf.tsx'

export function TypeShelf() {
  return (
    <Shelf title="Type and buttons">
      <div className="grid gap-3">
        <p className="font-heading text-5xl font-bold tracking-tight">Every docket, safe for five years.</p>
        <h3 className="text-2xl">Heading, third level</h3>
        <p className="max-w-prose">
          A paragraph with a <TextLink to="/">link</TextLink>, an amount of <Amount cents={123_450} />, and a
          date: <Moment at="2026-03-03T05:05:00.000Z" />.
        </p>
        <p className="text-sm text-soft">Secondary text.</p>
      </div>
      {(['large', 'medium', 'small'] as const).map((size) => (
        <Row key={size}>
          <Button size={size} icon={<Camera className="size-5" />}>
            Scan a receipt
          </Button>
          {(['secondary', 'quiet', 'danger'] as const).map((variant) => (
            <Button key={variant} size={size} variant={variant}>
              Delete
            </Button>
          ))}
          <Button size={size} busy="Saving…">
            Save
          </Button>
          <Button size={size} disabled>
            Disabled
          </Button>
        </Row>
      ))}
      <Row>
        <ButtonLink to="/" variant="secondary">
          A link as a button
        </ButtonLink>
        <IconButton label="Delete">
          <Trash2 className="size-5" />
        </IconButton>
      </Row>
    </Shelf>
  )
}

const tones = ['leaf', 'wattle', 'clay', 'sky', 'plain'] as const

export function ToneShelf() {
  return (
    <Shelf title="Stamps and badges">
      <Row>
        {tones.map((tone) => (
          <Stamp key={tone} tone={tone}>
            Keep until 2030
          </Stamp>
        ))}
      </Row>
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            Successful
          </Badge>
        ))}
      </Row>
    </Shelf>
  )
}
