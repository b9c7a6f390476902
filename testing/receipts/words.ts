/** What invented Australian shops are called and sell. None of them exists. */
export const FIRST_WORDS = [
  'Wattle', 'Banksia', 'Ironbark', 'Bayside', 'Yarra', 'Swan River', 'Coolibah', 'Kookaburra', 'Silver Gum',
  'Bluegum', 'Red Earth', 'Southern Cross', 'Billabong Creek', 'Jacaranda', 'Lyrebird', 'Quokka', 'Top End',
  'Tasman', 'Bottlebrush', 'Magpie Lane', 'Saltbush', 'Dingo', 'Harbour', 'Bondi', 'Murray', 'Acacia', 'Mallee',
  "O'Connor", 'Nguyen', "D'Angelo", 'Papadopoulos', 'Kelly & Sons', 'McKenzie', 'Singh', 'The Little',
] // prettier-ignore

export type Trade = { names: readonly string[]; items: readonly (readonly [name: string, cents: number])[] }

export const TRADES: readonly Trade[] = [
  {
    names: ['Cafe', 'Coffee Roasters', 'Bakery', 'Espresso Bar', 'Kitchen', 'Pie Shop', 'Hotel', 'Thai Restaurant'],
    items: [
      ['Flat White', 520], ['Long Black', 480], ['Beef Pie', 790], ['Chicken Roll', 1150], ['Avo Toast', 1890],
      ['Lamington', 550], ['Chai Latte large', 620], ['Soup of the day', 1450], ['Pad Thai', 2190],
    ],
  },
  {
    names: ['Hardware', 'Tool Centre', 'Building Supplies', 'Timber & Hardware', 'Paint Place', 'Mitre Tools'],
    items: [
      ['Drill bit set', 3450], ['Hi-vis vest', 1895], ['Steel cap boots', 14_995], ['Screws 8g x 50', 1249],
      ['Paint 4L ext white', 8990], ['Extension lead 10m', 2795], ['Safety glasses', 990], ['Silicone clear', 1380],
    ],
  },
  {
    names: ['Fuel', 'Service Station', 'Roadhouse', 'Petroleum', 'Motors', 'Tyre & Brake', 'Smash Repairs', 'Auto Parts'],
    items: [
      ['Unleaded 91', 7412], ['Diesel', 11_340], ['Premium 98', 9125], ['Bottle Water', 380], ['Car wash', 1500],
      ['Wheel alignment', 7900], ['Oil filter', 1890], ['Logbook service', 28_900], ['Wiper blades pr', 4495],
    ],
  },
  {
    names: ['Stationery', 'Office Supplies', 'Computers', 'Books', 'Newsagency', 'Camera House', 'Phone Repairs'],
    items: [
      ['A4 paper 5 reams', 3295], ['Ink cartridge', 3800], ['USB-C charger', 4995], ['Notebook A5', 1250],
      ['Monitor 27in', 34_900], ['Keyboard', 8900], ['Pens 10pk', 695], ['Tax Guide 2026', 4999],
    ],
  },
  {
    names: ['Pharmacy', 'Physiotherapy', 'Dry Cleaning', 'Workwear', 'Uniforms', 'Optometrist', 'Supermarket', 'Grocers'],
    items: [
      ['Sunscreen SPF50+', 1695], ['First aid kit', 4250], ['Scrubs set', 6990], ['Standard consult', 9500],
      ['Trousers press', 1350], ['Bananas kg', 412], ['Milk 2L', 390], ['Bread wholemeal', 480], ['Gloves 100pk', 2195],
    ],
  },
  {
    names: ['College', 'Training Academy', 'Airport Parking', 'Taxis', 'Rideshare', 'Motel', 'Accounting', 'Union'],
    items: [
      ['White Card course', 11_900], ['Exam fee', 18_000], ['Workshop 1 day', 29_500], ['Parking 2 days', 5800],
      ['Fare', 4250], ['Airport surcharge', 495], ['Room 1 night', 17_900], ['Membership 12 mths', 38_900],
    ],
  },
] // prettier-ignore

export const STREETS = [
  'High Street', 'Pacific Hwy', 'Church St', 'Victoria Ave', 'Elizabeth Street', 'Station Rd', 'George St',
  'Hay Street', 'King William Rd', 'The Esplanade', 'Parramatta Road', 'Beach Pde', 'Smith Lane',
] // prettier-ignore
export const SUBURBS = [
  'Sydney NSW 2000', 'Newcastle NSW 2300', 'Geelong VIC 3220', 'Melbourne VIC 3000', 'Toowong QLD 4066',
  'Cairns QLD 4870', 'Fremantle WA 6160', 'Perth WA 6000', 'Glenelg SA 5045', 'Hobart TAS 7000', 'Darwin NT 0800',
  'Braddon ACT 2612', 'Wagga Wagga NSW 2650', 'Mount Isa QLD 4825',
] // prettier-ignore
export const FOOTERS = [
  'Thank you for your business', 'Please retain this receipt', 'THANK YOU FOR SHOPPING WITH US',
  'Have a great day!', 'No refunds on sale items', 'Returns within 30 days with receipt', 'Tell us how we did',
  'Merchant copy not required', 'Join our rewards club and save 10%', 'Goods sold are not returnable',
] // prettier-ignore
