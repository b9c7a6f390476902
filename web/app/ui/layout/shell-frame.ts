/** The places of the shell, for itself and for what is shown while it loads. */
export const shellFrame = {
  whole: 'lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] print:block',
  sidebar:
    'sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-r border-line bg-sheet px-4 py-6 lg:flex print:hidden',
  header:
    'in-[:has([data-full-screen])]:invisible sticky top-0 z-20 flex h-14 items-center justify-between border-b border-line bg-paper/95 pr-1.5 pl-4 backdrop-blur lg:hidden print:hidden',
  content:
    'mx-auto flex w-full max-w-5xl flex-col px-4 pt-6 pb-28 has-data-[page=full]:max-w-[100rem] sm:px-6 lg:min-h-dvh lg:px-10 lg:pt-10 lg:pb-6 print:pb-0',
  bar: 'in-[:has([data-full-screen])]:invisible fixed inset-x-0 bottom-0 z-30 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden',
}
