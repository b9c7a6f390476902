/** Words that indicate the kind of expense, by the position of the category. */
const words: readonly [position: number, pattern: RegExp][] = [
  [
    1,
    /\b(unleaded|diesel|premium 9[58]|ulp|e10|litres?|petrol(eum)?|fuel|servo|service station|roadhouse|tyres?|brakes?|mechanic|auto|motors?|smash|panel|oil filter|engine oil|car wash|rego|ampol|shell|bp|caltex|7-eleven|supercheap|repco|bridgestone|mycar|ultra tune)\b/g,
  ],
  [
    2,
    /\b(taxi|cab|cabcharge|uber|didi|ola|ride ?share|fare|airport|flight|airlines?|qantas|jetstar|virgin|train|rail|bus|ferry|tram|opal|myki|hotel|motel|accommodation|tolls?|linkt|parking|car ?park|wilson|baggage|airbnb)\b/g,
  ],
  [
    3,
    /\b(insurance|premium due|policy|indemnity|membership|member renewal|union|association|registration renewal|ahpra|income protection|mutual|nrma|racv|racq|aami|allianz|qbe)\b/g,
  ],
  [
    4,
    /\b(cafe|coffee|espresso|latte|cappuccino|flat white|long black|bakery|pie|sandwich|sushi|burgers?|kitchen|restaurant|bistro|grill|noodles?|laksa|pizza|kebab|salad|toast|lunch|dinner|breakfast|meal|takeaway|dine|mcdonald'?s?|subway|kfc|hungry jack'?s?)\b/g,
  ],
  [
    5,
    /\b(course|training|tafe|college|institute|university|academy|seminar|workshop|conference|cert(ificate|ification)?|first aid|white card|rsa|exam|tuition|enrolment|hltaid\d*|cpd|webinar|udemy|coursera)\b/g,
  ],
  [
    6,
    /\b(workwear|uniforms?|boots|hi-?vis|vest|laundry|dry clean(ing)?|donation|foundation|charity|stationery|ink|cartridge|notebook|hardware|tools?|drill|safety glasses|electronics|charger|usb|laptop|phone|computer|officeworks|bunnings|jb hi-?fi|harvey norman|post|chemist|pharmacy)\b/g,
  ],
]

const SUPPLIER_WEIGHT = 3
/** One word on the receipt isn't enough, one in the supplier's name is. */
const MIN_SCORE = 2

/**
 * Guesses the category from the supplier's name and the words on a receipt.
 * @returns its position, 1 to 6; undefined when nothing stands out.
 */
export function guessCategory(supplier: string, text: string): number | undefined {
  const scores = words.map(([position, pattern]) => {
    const named = new Set(supplier.toLowerCase().match(pattern))
    const printed = new Set(text.toLowerCase().match(pattern))
    return { position, score: SUPPLIER_WEIGHT * named.size + printed.difference(named).size }
  })
  const [best, second] = scores.toSorted((a, b) => b.score - a.score)
  return best!.score >= MIN_SCORE && best!.score > second!.score ? best!.position : undefined
}
