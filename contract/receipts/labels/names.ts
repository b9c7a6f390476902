/** Where an expense goes in an individual's return, and what goes elsewhere or nowhere. */
export const deductionLabels = [
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'D8',
  'D9',
  'D10',
  'D11',
  'D12',
  'D13',
  'D14',
  'D15',
  'business',
  'rental',
  'private',
] as const
export type DeductionLabel = (typeof deductionLabels)[number]

export const deductionLabelNames: Record<DeductionLabel, string> = {
  D1: 'Work-related car',
  D2: 'Work-related travel',
  D3: 'Clothing and laundry',
  D4: 'Self-education',
  D5: 'Other work-related',
  D6: 'Low-value pool',
  D7: 'Interest',
  D8: 'Dividends',
  D9: 'Gifts and donations',
  D10: 'Managing tax affairs',
  D11: 'Foreign pension or annuity',
  D12: 'Personal super contributions',
  D13: 'Project pool',
  D14: 'Forestry scheme',
  D15: 'Other deductions',
  business: 'Business',
  rental: 'Rental property',
  private: 'Private',
}

/** `D1 Work-related car`; labels outside of the form's numbers have only their name. */
export function formatLabel(label: DeductionLabel): string {
  const name = deductionLabelNames[label]
  return label.startsWith('D') ? `${label} ${name}` : name
}
