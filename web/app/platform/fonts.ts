import headingFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import textFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** The two files that the first paint needs; preloaded. app.css names the same files. */
export { headingFont, textFont }
