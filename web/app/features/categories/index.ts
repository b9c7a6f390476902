export { CategoryMark, CategoryTile } from './category-tile.tsx'
export { type CategoryPreset, categoryPresets, presetOf } from './presets.ts'
export { categories } from './queries.ts'
