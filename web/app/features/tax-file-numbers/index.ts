export { TaxFileNumberWarning } from './warning.tsx'
