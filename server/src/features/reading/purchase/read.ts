import { isFine, isNoticeOfFine } from './fine.ts'
import { withoutRemarks } from './remarks.ts'

type Purchase = {
  description: string
  /** All of them have to be printed, each on one row. */ words: readonly RegExp[]
}

const TIME = String.raw`\d{1,2}(:\d\d|\s?[ap]m)\b`
const AMOUNT = String.raw`\d[.,]\d\d\b`
const DAY = String.raw`\d{1,2}([/.-]\d|\s?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`

/**
 * Receipts that show what was bought in words nothing else has. A supplier's name isn't enough: servos sell pies, and
 * many pubs are called hotels.
 */
const purchases: readonly Purchase[] = [
  {
    description: 'Fuel',
    words: [
      /\b(unleaded|ulp|e10|diesel|autogas|lpg|premium 9[58])\b(?! (engine|motor|oil|filter|pump|heater|generator|additive|cleaner|injector|mechanic|service|repairs?)\b)/,
      anyOf([
        String.raw`\bpump ?(no\.?|number)?\W{0,3}\d{1,2}\b(?![.,]\d)`,
        String.raw`\b\d{1,3}\.\d{2,3} ?(l|ltrs?|litres?)\b`,
        String.raw`\b(litres?|ltrs?|volume)\b\W{0,3}\d{1,3}\.\d{2,3}\b`,
        String.raw`\blitres?\b.*\b(price|rate|amount|total)\b`,
        // A discount is of a few cents per litre.
        String.raw`\b([1-4]\.\d{2,4}|([6-9]\d|\d{3})(\.\d{1,2})? ?c(ents)?) ?(\/|per) ?(l|ltr|litre)\b`,
        String.raw`@ ?\$?[1-4]\.\d{3,4}\b`,
      ]),
    ],
  },
  {
    description: 'Taxi or ride',
    words: [
      /\b(taxis?|cabcharge|\d*cabs?|uber|didi|ride ?share)\b/,
      new RegExp(String.raw`\b(fare|flag ?fall)\b.*${AMOUNT}`),
    ],
  },
  {
    description: 'Parking',
    words: [
      /\b(parking|car ?park)\b/,
      anyOf([
        String.raw`\b(entry|entered)\b.*${TIME}[\s\S]*\b(exit(ed)?|paid|payment)\b.*${TIME}`,
        String.raw`(?<![^\n])in\b.*${TIME}[\s\S]*\nout\b.*${TIME}`,
        String.raw`\bparking\b.*\bexit\b.*${TIME}`,
        String.raw`\b(expir(es|y|ed)|(valid|paid|park) (until|to))\b.*${TIME}`,
        String.raw`\bexpir(es|y)( time| at)?:?\n(${DAY}.*\n)?${TIME}`,
        String.raw`\bduration\b.*\d`,
        String.raw`\bparking\b.*\b\d+(\.\d+)? ?(hours?|hrs?|mins?)\b.*${AMOUNT}`,
      ]),
    ],
  },
  {
    description: 'Tolls',
    words: [
      /\b(tolls|toll (fee|charge|trip|notice|invoice|road)s?)\b|\btoll\W+\d+\.\d\d\b/,
      /\b(linkt|e-?tag|citylink|eastlink|e-?toll|motorway|tunnel|bridge(?! (st|street|rd|road)\b))\b/,
    ],
  },
  {
    description: 'Accommodation',
    words: [
      /\b(hotel|motel|accommodation|room)\b/,
      anyOf([
        String.raw`\broom (rate|charge|tariff)s?\b`,
        String.raw`\b(room|accommodation|stay)\b.*\bnights?\b`,
        String.raw`\b\d+ nights?\b.*(\b(room|accommodation|stay)\b|${AMOUNT})`,
        String.raw`(?<![^\n])\W*(\d+ nights?|nights?\W+\d+)\W*(?![^\n])`,
        String.raw`\bcheck[ -]?in\b.*${DAY}`,
      ]),
    ],
  },
]

/** Bought along with it, and rarely for work. */
const food =
  /\b(coffee|latte|cappuccino|flat white|pies?|sandwich(es)?|wraps?|burgers?|pizza|pasta|noodles?|curry|steak|porterhouse|schnitzel|parma|salad|soup|chicken|breakfast|lunch|dinner|meals?|drinks?|coke|juice|bottled? water|beer|lager|ale|schooners?|pints?|wine|milk|bread|chips|chocolate|snacks?|minibar|cigarettes?)\b/
/** Purchases of other kinds, whose receipts can have the words above. */
const others =
  /\b(eats|delivery fee|flights?|airlines?|airways|boarding pass|courses?|exams?|workshops?|seminars?|conference (registration|fee|ticket)|(car|vehicle|truck|van) (hire|rental)|rental agreement)\b/

/** The purchase on a receipt, if its words leave no doubt and it doesn't show food as well. */
export function readPurchase(text: string): string | undefined {
  if (isFine(text)) return isNoticeOfFine(text) ? 'Fine' : undefined
  const printed = withoutRemarks(text.toLowerCase())
  if (food.test(printed) || others.test(printed)) return undefined
  const found = purchases.filter(({ words }) => words.every((word) => word.test(printed)))
  return found.length === 1 ? found[0]!.description : undefined
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'))
}
