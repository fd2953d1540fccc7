import { createHash } from 'node:crypto'

/**
 * The invented account of the sandbox bank, as a function of time alone: nothing is stored, and
 * every process sees the same account. Time has ticks. At tick `n`, transaction `n` appears as
 * pending; three ticks later it is posted, and eleven ticks later the bank knows the merchant.
 * Every seventh is a hold that is reversed after seven ticks instead. After 700 ticks a transaction
 * is too old and disappears. So at any time there are about 600 transactions, and at every tick one
 * is new, one or two change and one disappears.
 */
const lifeTicks = 700
const posted = 3
const enriched = 11
const takenBack = 7

export type LedgerChange = { number: number; tick: number; kind: 'added' | 'modified' | 'removed' }

const isHold = (number: number): boolean => number % 7 === 3
const lifetime = (number: number): number => (isHold(number) ? takenBack : lifeTicks)

/**
 * The age at which a transaction reached its state at a tick, or undefined when it does not exist
 * then.
 */
function stageAt(number: number, tick: number): number | undefined {
  const age = tick - number
  if (age < 0 || age >= lifetime(number)) return undefined
  if (isHold(number) || age < posted) return 0
  return age < enriched ? posted : enriched
}

function changeOf(number: number, from: number | undefined, to: number): LedgerChange[] {
  const before = from === undefined ? undefined : stageAt(number, from)
  const after = stageAt(number, to)
  if (after === undefined)
    return before === undefined
      ? []
      : [{ number, tick: number + lifetime(number), kind: 'removed' }]
  if (before === after) return []
  return [{ number, tick: number + after, kind: before === undefined ? 'added' : 'modified' }]
}

/**
 * The differences between two ticks, oldest change first; from undefined: all transactions. Those
 * that appeared and disappeared in between are excluded.
 */
export function ledgerChanges(from: number | undefined, to: number): LedgerChange[] {
  const first = from === undefined ? to - lifeTicks : Math.min(from, to) - lifeTicks
  const changes: LedgerChange[] = []
  for (let number = first + 1; number <= to; number++) {
    // Transactions between the last one before the cursor and the first existing one appeared and
    // disappeared in between.
    if (from !== undefined && number > from && number <= to - lifeTicks) number = to - lifeTicks + 1
    changes.push(...changeOf(number, from, to))
  }
  return changes.toSorted((one, other) => one.tick - other.tick || one.number - other.number)
}

/** A fixed integer below `limit`, computed from the number. */
const drawn = (number: number, what: string, limit: number): number =>
  createHash('sha256').update(`${what} ${number}`).digest().readUInt32BE(0) % limit
const opaque = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 37)

const accounts = ['operating', 'lockbox'].map((name) => opaque(`account ${name}`))

/**
 * Amounts in Plaid's form: money out is positive, money in negative. Payers, suppliers and people
 * are invented.
 */
const kinds = [
  {
    text: 'HCCLAIMPMT NORTHWIND HEALTH PLAN',
    merchant: 'Northwind Health Plan',
    least: -480_000,
    most: -12_000,
    primary: 'INCOME',
    detailed: 'INCOME_OTHER_INCOME',
    account: 1,
  },
  {
    text: 'HCCLAIMPMT CEDAR MUTUAL',
    merchant: 'Cedar Mutual',
    least: -220_000,
    most: -4_000,
    primary: 'INCOME',
    detailed: 'INCOME_OTHER_INCOME',
    account: 1,
  },
  {
    text: 'LOCKBOX DEPOSIT',
    merchant: null,
    least: -90_000,
    most: -2_500,
    primary: 'TRANSFER_IN',
    detailed: 'TRANSFER_IN_DEPOSIT',
    account: 1,
  },
  {
    text: 'PATIENT PAYMENT CARD SETTLEMENT',
    merchant: null,
    least: -38_000,
    most: -1_500,
    primary: 'INCOME',
    detailed: 'INCOME_OTHER_INCOME',
    account: 0,
  },
  {
    text: 'ACH DEBIT PAYROLL',
    merchant: 'Ledgerwell Payroll',
    least: 310_000,
    most: 980_000,
    primary: 'TRANSFER_OUT',
    detailed: 'TRANSFER_OUT_OTHER_TRANSFER_OUT',
    account: 0,
  },
  {
    text: 'MERIDIAN MEDICAL SUPPLY',
    merchant: 'Meridian Medical Supply',
    least: 4_900,
    most: 156_000,
    primary: 'MEDICAL',
    detailed: 'MEDICAL_OTHER_MEDICAL',
    account: 0,
  },
  {
    text: 'BRIGHTFIELD POWER AND LIGHT',
    merchant: 'Brightfield Power',
    least: 18_000,
    most: 47_000,
    primary: 'RENT_AND_UTILITIES',
    detailed: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
    account: 0,
  },
  {
    text: 'TAKEBACK CEDAR MUTUAL',
    merchant: 'Cedar Mutual',
    least: 1_200,
    most: 42_000,
    primary: 'TRANSFER_OUT',
    detailed: 'TRANSFER_OUT_OTHER_TRANSFER_OUT',
    account: 1,
  },
  {
    text: 'MONTHLY ANALYSIS FEE',
    merchant: null,
    least: 2_500,
    most: 9_900,
    primary: 'BANK_FEES',
    detailed: 'BANK_FEES_OTHER_BANK_FEES',
    account: 0,
  },
] as const

const dayMs = 24 * 60 * 60 * 1000
const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The constant fields of a transaction. */
function drawFacts(number: number) {
  const kind = kinds[drawn(number, 'kind', kinds.length)] ?? kinds[0]
  return {
    kind,
    ids: { account_id: accounts[kind.account], transaction_id: opaque(`transaction ${number}`) },
    amount: (kind.least + drawn(number, 'amount', kind.most - kind.least)) / 100,
    reference: String(100_000_000 + drawn(number, 'trace', 900_000_000)),
  }
}

/**
 * Cached, because the hashes are most of the work of a page (4 ms for a hundred transactions, 0.3
 * ms without).
 */
const facts = new Map<number, ReturnType<typeof drawFacts>>()
const maxFacts = 5000

function factsOf(number: number): ReturnType<typeof drawFacts> {
  const known = facts.get(number)
  if (known) return known
  if (facts.size >= maxFacts) facts.clear()
  const drawnNow = drawFacts(number)
  facts.set(number, drawnNow)
  return drawnNow
}

/** The entry for a transaction that disappeared. */
export const removedTransaction = (number: number) => factsOf(number).ids

/**
 * A transaction at a tick, in Plaid's shape. `bornAt` is the time of its own tick; banks report
 * late, so its date is up to 90 days earlier.
 */
export function ledgerTransaction(number: number, tick: number, bornAt: number) {
  const { kind, ids, amount, reference } = factsOf(number)
  const stage = stageAt(number, tick) ?? 0
  const authorized = bornAt - (1 + (number % 90)) * dayMs
  return {
    ...ids,
    account_owner: null,
    amount,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
    authorized_date: isoDate(authorized),
    date: isoDate(authorized + (stage === 0 ? 0 : dayMs)),
    name: stage === 0 ? `PENDING ${kind.text}` : kind.text,
    merchant_name: stage === enriched ? kind.merchant : null,
    check_number: null,
    payment_channel: 'other',
    payment_meta: {
      by_order_of: null,
      payee: null,
      payer: null,
      payment_method: 'ACH',
      payment_processor: null,
      ppd_id: null,
      reason: null,
      reference_number: reference,
    },
    pending: stage === 0,
    pending_transaction_id: null,
    personal_finance_category: {
      primary: kind.primary,
      detailed: kind.detailed,
      confidence_level: stage === enriched ? 'HIGH' : 'LOW',
    },
    transaction_code: null,
    transaction_type: 'special',
  }
}
