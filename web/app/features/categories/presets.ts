import {
  Car,
  Ellipsis,
  GraduationCap,
  type LucideIcon,
  Plane,
  ShieldCheck,
  UtensilsCrossed,
} from 'lucide-react'

export type CategoryPreset = {
  /** The category's name as the server knows it. */
  name: string
  icon: LucideIcon
  hint: string
  /** Class names of the category's colour: for its icon and words, its ground, its mark in charts. */
  text: string
  ground: string
  mark: string
}

/** How each of the six categories looks, everywhere: tile, row, chart. In the order the server lists them. */
export const categoryPresets: readonly CategoryPreset[] = [
  {
    name: 'Fuel, Car Repair and Servicing',
    icon: Car,
    hint: 'Petrol, tyres, a service, rego',
    text: 'text-ember',
    ground: 'bg-ember-tint',
    mark: 'bg-ember',
  },
  {
    name: 'Travel expenses',
    icon: Plane,
    hint: 'Flights, taxis, tolls, parking',
    text: 'text-lagoon',
    ground: 'bg-lagoon-tint',
    mark: 'bg-lagoon',
  },
  {
    name: 'Insurance and Memberships',
    icon: ShieldCheck,
    hint: 'Union fees, income protection',
    text: 'text-plum',
    ground: 'bg-plum-tint',
    mark: 'bg-plum',
  },
  {
    name: 'WorkMeal',
    icon: UtensilsCrossed,
    hint: 'Overtime meals, meals away overnight',
    text: 'text-ochre',
    ground: 'bg-ochre-tint',
    mark: 'bg-ochre',
  },
  {
    name: 'Certification and Training',
    icon: GraduationCap,
    hint: 'Courses, licences, conferences',
    text: 'text-fern',
    ground: 'bg-fern-tint',
    mark: 'bg-fern',
  },
  {
    name: 'Others',
    icon: Ellipsis,
    hint: 'Clothing, registration fee, donation etc',
    text: 'text-rosella',
    ground: 'bg-rosella-tint',
    mark: 'bg-rosella',
  },
]

const others = categoryPresets[5]!

/** How a category looks; one that nobody drew yet looks like Others. */
export function presetOf(name: string): CategoryPreset {
  return categoryPresets.find((preset) => preset.name === name) ?? others
}
