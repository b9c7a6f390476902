import { variables } from '#platform/config/environment.ts'

// `npm run config`: every setting, its default and its meaning, as a Markdown table.
const rows = Object.entries(variables).map(([name, schema]) => {
  const usual = schema.safeParse(undefined).data
  return [`\`${name}\``, usual === undefined ? '' : `\`${usual}\``, schema.description ?? '']
})
const table = [['Variable', 'Default', 'What it does'], ['---', '---', '---'], ...rows]
console.log(table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
