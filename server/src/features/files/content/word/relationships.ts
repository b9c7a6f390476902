import { UnacceptableFile } from '../properties.ts'

/** The next tag, declaration or comment, with the text before it. */
const MARKUP = /[^<]*<(?:!--[^]*?-->|(?!!--)([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>)/gy
const NAME = /^(?:[^\s/:]+:)?([^\s/:]+)/
const ATTRIBUTE = /\s+([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy
/** What a document may refer to elsewhere: Word only follows it when someone clicks. */
const IS_LINK = /\/hyperlink$/
const IS_TEMPLATE = /\/attachedTemplate$/
/** On a drive of the computer that made the document, or beside it; a `&` or `%` could hide something else. */
const IS_LOCAL = /^(?:file:\/\/\/)?[a-z]:[\\/]|^[^\\/:&%]+$/i

/**
 * Refuses a Word document whose relationships load content from elsewhere. Relationships that aren't well-formed XML are
 * refused, too: searching them for the next tag could take minutes.
 * @param xml the text of a `.rels` file.
 * @throws UnacceptableFile `externalTemplate` or `damagedDocument`.
 */
export function checkRelationships(xml: string): void {
  const tags = tagsIn(xml)
  // The text isn't UTF-8.
  if (!tags.some((tag) => NAME.exec(tag)?.[1] === 'Relationships')) throw damaged()
  for (const tag of tags) {
    const [start, name] = NAME.exec(tag) ?? ['']
    if (name !== 'Relationship') continue
    const {
      TargetMode: mode = 'Internal',
      Type: type = '',
      Target = '',
    } = attributesIn(tag.slice(start.length))
    const loadsNothing = IS_LINK.test(type) || (IS_TEMPLATE.test(type) && IS_LOCAL.test(Target))
    if (mode !== 'Internal' && !loadsNothing) throw new UnacceptableFile('externalTemplate')
  }
}

function tagsIn(xml: string): string[] {
  const markup = [...xml.matchAll(MARKUP)]
  if (xml.includes('<', lengthOf(markup))) throw damaged()
  return markup.flatMap(([, tag]) => tag ?? [])
}

function attributesIn(text: string): Record<string, string> {
  const attributes = [...text.matchAll(ATTRIBUTE)]
  if (!/^\s*\/?$/.test(text.slice(lengthOf(attributes)))) throw damaged()
  return Object.fromEntries(attributes.map(([, name, value, other]) => [name!, (value ?? other)!]))
}

function lengthOf(matches: readonly RegExpExecArray[]): number {
  return matches.reduce((sum, [text]) => sum + text.length, 0)
}

function damaged(): UnacceptableFile {
  return new UnacceptableFile('damagedDocument')
}
