import { isFine } from '../purchase/fine.ts'
import { withoutRemarks } from '../purchase/remarks.ts'

type Words = { /** Of the category. */ position: number; pattern: RegExp }

/** Words that indicate the kind of expense. */
const words: readonly Words[] = [
  {
    position: 1,
    pattern:
      /\b(unleaded|diesel|premium 9[58]|ulp|e10|litres?|petrol|fuel|tyres?|brakes?|mechanic|auto|motors?(?! (inn|lodge))|smash|panel|oil filter|engine oil|car wash|rego|supercheap|repco|bridgestone|mycar|ultra tune)\b/g,
  },
  {
    position: 2,
    pattern:
      /\b(taxi|cab|cabcharge|ride ?share|fare|airport|flight|airlines?|qantas|jetstar|virgin(?! (active|money|wines))|train|rail|bus|ferry|tram|opal(?! nails)|myki|motel|motor (?:inn|lodge)|accommodation|tolls?|linkt|parking|car ?park|wilson|baggage|airbnb|novotel|ibis|mercure|rydges|hilton|travelodge|car (?:hire|rentals?)|hertz|avis|europcar|sixt)\b/g,
  },
  {
    position: 3,
    pattern:
      /\b(insurance|premium due|policy|indemnity|membership|member renewal|union|association|registration renewal|ahpra|income protection|mutual|nrma|racv|racq|aami|allianz|qbe)\b/g,
  },
  {
    position: 4,
    pattern:
      /\b(cafe|coffee|espresso|latte|cappuccino|flat white|long black|bakery|pie|sandwich|sushi|burgers?|kitchen(?! warehouse)|restaurant|bistro|grill|noodles?|laksa|pizza|kebab|salad|toast|lunch|dinner|breakfast|meal|takeaway|dine|mcdonald'?s?|subway|kfc|hungry jack'?s?)\b/g,
  },
  {
    position: 5,
    pattern:
      /\b(course|training|tafe|college|institute|university|academy|seminar|workshop|conference|cert(ificate|ification| i[iv]*)|first aid|white card|rsa|exam|tuition|enrolment|hltaid\d*|cpd|webinar|udemy|coursera)\b/g,
  },
  {
    position: 6,
    pattern:
      /\b(workwear|uniforms?|boots|hi-?vis|vest|laundry|dry clean(ing)?|donation|foundation|charity|stationery|ink|cartridge|notebook|hardware|tools?|drill|safety glasses|electronics|charger|usb|laptop|phone|computer|officeworks|bunnings|jb hi-?fi|harvey norman|post|chemist|pharmacy)\b/g,
  },
]

/** Names of businesses that sell meals too count only if the other goods are printed. */
const severalKinds: readonly (Words & { goods: RegExp })[] = [
  {
    position: 1,
    pattern: /\b(petroleum|servo|service station|roadhouse|ampol|shell|bp|caltex|7-eleven)\b/g,
    goods:
      /\b(unleaded|diesel|premium 9[58]|ulp|e10|lpg|autogas|litres?|([5-9]|\d{2,})\.\d{2,3} ?l(trs?)?|pump ?(no\.?|number)?\W{0,3}\d+|fuel\b.*\d\.\d\d|petrol|tyres?|brakes?|wheel alignment|wipers?|logbook service|oil filter|engine oil|car wash)\b/,
  },
  {
    position: 2,
    pattern: /\bhotel\b/g,
    goods:
      /\b(\d+ nights?|nights?\W+\d+|room (rate|charge|tariff|no|number)|room\W+\d+|folio|accommodation|check[ -]?(in|out)|(arriv|depart)(e|al|ure)?)\b/,
  },
  {
    position: 2,
    pattern: /\b(uber|didi|ola)\b(?! eats)/g,
    goods: /\b(trip|fare|ride|riding|transportation)\b/,
  },
]

const SUPPLIER_WEIGHT = 3
/** One word on the receipt isn't enough, one in the supplier's name is. */
const MIN_SCORE = 2

/**
 * Guesses the category from the supplier's name and the words on a receipt.
 * @returns its position, 1 to 6; undefined when nothing stands out, and for fines.
 */
export function guessCategory(supplier: string, text: string): number | undefined {
  if (isFine(text)) return undefined
  const rows = withoutRemarks(text.toLowerCase())
  // Pubs are called after unions, post offices and colleges.
  const name = supplier.toLowerCase().replace(/^.*(?=\bhotel\b)/, '')
  const sold = severalKinds.filter(({ goods }) => goods.test(rows))
  const scores = words.map(({ position }) => {
    const patterns = [...words, ...sold].filter((each) => each.position === position)
    const found = (printed: string) =>
      new Set(patterns.flatMap(({ pattern }) => printed.match(pattern) ?? []))
    const named = found(name)
    return { position, score: SUPPLIER_WEIGHT * named.size + found(rows).difference(named).size }
  })
  const [best, second] = scores.toSorted((a, b) => b.score - a.score)
  return best!.score >= MIN_SCORE && best!.score > second!.score ? best!.position : undefined
}
