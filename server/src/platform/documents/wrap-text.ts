/** Letters with their marks. */
const letters = new Intl.Segmenter('en')

/** Breaks a text between words, and a word that's too long between letters, into lines that fit. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => (fits(paragraph) ? [paragraph] : wrapParagraph(paragraph, fits)))
}

function wrapParagraph(paragraph: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment: letter } of letters.segment(word)) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  lines.push(line)
  return lines
}
