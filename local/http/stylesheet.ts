/** Paper, ink and eucalyptus, as in the product, without loading anything. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf5, #101614);
  --card: light-dark(#ffffff, #18211e);
  --ink: light-dark(#16211d, #e9eee9);
  --soft: light-dark(#51605a, #a3b1aa);
  --line: light-dark(#dedccf, #2c3833);
  --leaf: light-dark(#0e6b52, #5fc2a2);
  --on-leaf: light-dark(#ffffff, #0b1512);
  --tint: light-dark(#e6f1ec, #1d332c);
  --clay: light-dark(#b4402a, #f0917c);
}
* { box-sizing: border-box }
body {
  margin: 0; background: var(--paper); color: var(--ink); min-height: 100dvh;
  display: flex; flex-direction: column;
  font: 16px/1.5 Inter, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
a { color: var(--leaf) }
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; border-radius: 4px }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 4px; letter-spacing: -.01em; overflow-wrap: anywhere }
.bar {
  display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; padding: 12px 20px;
  background: var(--tint); border-bottom: 1px solid var(--line); font-size: .875rem; color: var(--soft);
}
.bar a { font-weight: 650; color: var(--ink); text-decoration: none; font-size: 1rem }
main {
  width: 100%; max-width: 760px; margin: 0 auto; padding: 24px 16px 32px;
  flex: 1; display: flex; flex-direction: column; gap: 16px;
}
.soft { color: var(--soft) }
.clay { color: var(--clay) }
.docket {
  background: var(--card); border: 1px solid var(--line); border-bottom: 0; border-radius: 8px 8px 0 0;
  padding: 20px 20px 28px;
  --tooth: radial-gradient(circle at 6px bottom, #0000 5px, #000 5.5px) bottom left / 12px 100% repeat-x;
  -webkit-mask: var(--tooth); mask: var(--tooth);
}
.list { list-style: none; margin: 0; padding: 0 }
.list li + li { border-top: 1px solid var(--line) }
.list a, .list button {
  display: grid; grid-template-columns: 1fr auto; gap: 0 12px; width: 100%; min-height: 44px; padding: 12px 4px;
  color: inherit; text-decoration: none; text-align: left; background: none; border: 0; font: inherit; cursor: pointer;
}
.list a:hover, .list button:hover { background: var(--tint) }
.list strong, .list span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0 }
.list time, .list small { color: var(--soft); font-variant-numeric: tabular-nums; font-size: .875rem }
.list span { color: var(--soft); grid-column: 1 / -1; font-size: .9375rem }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0; font-size: .9375rem }
.facts dt { color: var(--soft) }
.facts dd { margin: 0; overflow-wrap: anywhere }
.tabs { display: flex; flex-wrap: wrap; gap: 8px }
.tabs a {
  display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line);
  border-radius: 8px; text-decoration: none; background: var(--card);
}
.tabs a[aria-current] { background: var(--leaf); color: var(--on-leaf); border-color: var(--leaf) }
iframe { flex: 1; width: 100%; min-height: 480px; border: 1px solid var(--line); border-radius: 8px; background: #fff }
pre {
  margin: 0; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.6 ui-monospace, Menlo, Consolas, monospace;
}
label { display: block; font-weight: 600 }
input {
  width: 100%; min-height: 44px; margin: 4px 0 12px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--soft); border-radius: 8px;
}
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 0 20px;
  font: inherit; font-weight: 600; color: var(--on-leaf); background: var(--leaf); border: 0; border-radius: 8px;
  cursor: pointer; text-decoration: none;
}
.button.quiet { background: none; color: var(--leaf); border: 1px solid var(--line) }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center }
`
