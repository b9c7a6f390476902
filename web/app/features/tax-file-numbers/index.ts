export { TaxFileNumberWarning } from './tax-file-number-warning.tsx'
