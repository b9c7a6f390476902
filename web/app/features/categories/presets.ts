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
  /** As in the server's list. */
  name: string
  icon: LucideIcon
  hint: string
  /** Why it's suggested for a receipt of a supplier that's new to the user. */
  guess: string
  /** Classes of the category's colour: its icon and text, its background, its bar in charts. */
  text: string
  ground: string
  mark: string
}

/** The icon, hint and colour of each category, in the server's order. */
export const categoryPresets: readonly CategoryPreset[] = [
  {
    name: 'Fuel, Car Repair and Servicing',
    icon: Car,
    hint: 'Petrol, tyres, a service, rego',
    guess: 'Looks like fuel or car costs',
    text: 'text-ember',
    ground: 'bg-ember-tint',
    mark: 'bg-ember',
  },
  {
    name: 'Travel expenses',
    icon: Plane,
    hint: 'Flights, taxis, tolls, parking',
    guess: 'Looks like travel',
    text: 'text-lagoon',
    ground: 'bg-lagoon-tint',
    mark: 'bg-lagoon',
  },
  {
    name: 'Insurance and Memberships',
    icon: ShieldCheck,
    hint: 'Union fees, income protection',
    guess: 'Looks like insurance or a membership',
    text: 'text-plum',
    ground: 'bg-plum-tint',
    mark: 'bg-plum',
  },
  {
    name: 'WorkMeal',
    icon: UtensilsCrossed,
    hint: 'Overtime meals, meals away overnight',
    guess: 'Looks like a meal',
    text: 'text-ochre',
    ground: 'bg-ochre-tint',
    mark: 'bg-ochre',
  },
  {
    name: 'Certification and Training',
    icon: GraduationCap,
    hint: 'Courses, licences, conferences',
    guess: 'Looks like training',
    text: 'text-fern',
    ground: 'bg-fern-tint',
    mark: 'bg-fern',
  },
  {
    name: 'Others',
    icon: Ellipsis,
    hint: 'Clothing, registration fee, donation etc',
    guess: 'Looks like another work expense',
    text: 'text-rosella',
    ground: 'bg-rosella-tint',
    mark: 'bg-rosella',
  },
]

const others = categoryPresets[5]!

/** The preset of a category; one without its own gets that of Others. */
export function presetOf(name: string): CategoryPreset {
  return categoryPresets.find((preset) => preset.name === name) ?? others
}
