import { z } from 'zod'

const line = z
  .string()
  .trim()
  .min(1)
  // A line break in a header field would begin another field.
  .transform((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** The content of a mail, without its layout. */
export const mailContent = z.strictObject({
  subject: line,
  heading: line,
  paragraphs: z.array(z.string().trim().min(1)),
  /** Label and value pairs. */
  facts: z.array(z.tuple([line, line])).optional(),
  /** The main action; the plain text shows its URL. */
  button: z.strictObject({ label: line, url: z.url({ protocol: /^https?$/ }) }).optional(),
  /** Below the button. */
  closing: z.array(z.string().trim().min(1)).optional(),
  /** Why it was sent: "You're receiving this because …". */
  reason: line,
})
export type MailContent = z.input<typeof mailContent>

/** The name and addresses in the footer. */
export type MailHeader = Readonly<{ productName: string; supportEmail: string; publicUrl: string }>

/** The mail as plain text, complete without the HTML. */
export function renderText(
  content: MailContent,
  { productName, supportEmail, publicUrl }: MailHeader,
): string {
  const { heading, paragraphs, facts = [], button, closing = [], reason } = content
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    button && `${button.label}:\n${button.url}`,
    ...closing,
    `-- \n${reason}\nQuestions? ${supportEmail}\n${productName} · ${publicUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const sans = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const ink = 'color:#16211d;'
const soft = 'color:#51605a;'
/** A long email address mustn't make the mail wider than a phone. */
const wrap = 'word-break:break-word;'

/** Mail programs that honour it switch to the product's dark colours; the others keep the inline ones. */
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#101614!important}
.docket{background:#18211e!important;border-color:#3a4943!important}
.ink{color:#e9eee9!important}
.soft,.soft a{color:#a3b1aa!important}
.line{border-color:#2c3833!important}
.leaf{color:#5fc2a2!important}
.button{background:#5fc2a2!important}
.button a{color:#0b1512!important}
}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}
`

/** The mail as HTML: tables and inline styles for mail clients, no remote content. */
export function renderHtml(
  content: MailContent,
  { productName, supportEmail, publicUrl }: MailHeader,
): string {
  const { subject, heading, paragraphs, facts = [], button, closing = [], reason } = content
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbfaf5;${sans}">
<div style="display:none;max-height:0;overflow:hidden">${escape(paragraphs[0] ?? heading)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf5">
<tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="leaf" style="padding:0 4px 16px;${sans}font-size:18px;font-weight:700;letter-spacing:-.01em;color:#0e6b52">${escape(productName)}</td></tr>
<tr><td class="docket pad" style="background:#ffffff;border:1px solid #dedccf;border-bottom:3px dashed #dedccf;border-radius:8px 8px 0 0;padding:32px 32px 28px">
<h1 class="ink" style="margin:0 0 16px;${wrap}${sans}font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-.01em;${ink}">${escape(heading)}</h1>
${paragraphs.map(asParagraph).join('\n')}
${facts.length > 0 ? asFacts(facts) : ''}
${button ? asButton(button) : ''}
${closing.map(asParagraph).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;${wrap}${sans}font-size:13px;line-height:1.6;${soft}">
${escape(reason)}<br>
Questions? <a href="mailto:${escape(supportEmail)}" style="${soft}">${escape(supportEmail)}</a><br>
<a href="${escape(publicUrl)}" style="${soft}">${escape(productName)}</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function asParagraph(text: string): string {
  const lines = escape(text).replaceAll('\n', '<br>')
  return `<p class="ink" style="margin:0 0 16px;${wrap}${sans}font-size:16px;line-height:1.6;${ink}">${lines}</p>`
}

function asFacts(facts: NonNullable<MailContent['facts']>): string {
  const cell = `padding:10px 0;border-top:1px solid #dedccf;${sans}font-size:15px;line-height:1.4;vertical-align:top;`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="soft line" style="${cell}${soft}padding-right:16px">${escape(name)}</td>` +
      `<td class="ink line" align="right" style="${cell}${wrap}${ink}font-variant-numeric:tabular-nums">${escape(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('\n')}</table>`
}

function asButton({ label, url }: NonNullable<MailContent['button']>): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr>
<td class="button" style="background:#0e6b52;border-radius:8px">
<a href="${escape(url)}" style="display:inline-block;padding:12px 24px;${sans}font-size:16px;font-weight:600;line-height:1.25;color:#ffffff;text-decoration:none">${escape(label)}</a>
</td></tr></table>
<p class="soft" style="margin:0 0 16px;${sans}font-size:13px;line-height:1.6;word-break:break-all;${soft}">Or open this link: <a class="leaf" href="${escape(url)}" style="color:#0e6b52">${escape(url)}</a></p>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
