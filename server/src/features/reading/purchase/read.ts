type Purchase = { description: string; /** All of them have to be printed. */ words: readonly RegExp[] }

/** Receipts that show what was bought in words nothing else has. A supplier's name isn't enough: servos sell pies. */
const purchases: readonly Purchase[] = [
  {
    description: 'Fuel',
    words: [
      /\b(unleaded|ulp|e10|diesel|autogas|lpg|premium 9[58])\b/,
      /\d\s?(l|ltrs?|litres?)\b|\b(litres?|pump)\b|\/\s?l\b/,
    ],
  },
  {
    description: 'Taxi or ride',
    words: [
      /\b(taxis?|cabcharge|\d*cabs?|uber|didi|ride ?share)\b/,
      /\b(fare|flag ?fall|driver|trip|pick ?up|drop ?off|levy)\b/,
    ],
  },
  {
    description: 'Parking',
    words: [
      /\b(parking|car ?park)\b/,
      /\b(entry|entered|exit|duration|ticket|bay|space|hours?|hrs?|expires?|expiry)\b/,
    ],
  },
  {
    description: 'Tolls',
    words: [/\btolls?\b/, /\b(linkt|e-?tag|citylink|eastlink|e-?toll|motorway|tunnel|bridge)\b/],
  },
  {
    description: 'Accommodation',
    words: [/\b(hotel|motel|accommodation|room)\b/, /\b(nights?|check ?-?in|room (rate|charge))\b/],
  },
]

/** Bought along with it, and rarely for work. */
const food =
  /\b(coffee|latte|cappuccino|pies?|sandwich|burger|breakfast|meal|drinks?|coke|milk|bread|chips|chocolate|snacks?|minibar|cigarettes?)\b/

/** The purchase on a receipt, if its words leave no doubt and it doesn't show food as well. */
export function readPurchase(text: string): string | undefined {
  const printed = text.toLowerCase()
  if (food.test(printed)) return undefined
  const found = purchases.filter(({ words }) => words.every((word) => word.test(printed)))
  return found.length === 1 ? found[0]!.description : undefined
}
