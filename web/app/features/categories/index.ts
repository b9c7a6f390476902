export { CategoryMark, CategoryTile } from './tile.tsx'
export { type CategoryPreset, categoryPresets, presetOf } from './presets.ts'
export { categories } from './queries.ts'
