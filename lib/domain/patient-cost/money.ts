import { Decimal } from 'decimal.js'

/** Exact decimals, rounded half up: what a billing clerk gets with paper and pencil. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** An exact amount of dollars, or a share between 0 and 1. Never a float. */
export type Money = Decimal

export const zero: Money = new Exact(0)
export const one: Money = new Exact(1)

/** JavaScript writes a number as its shortest decimal, so 19.99 becomes exactly 19.99. */
export const exact = (value: number | string): Money => new Exact(value)

/** Rounded half up to cents. */
export const cents = (value: Money): Money => value.toDecimalPlaces(2)
/** An amount of a request: cents, whatever noise a float has behind them. */
export const fromJson = (value: number): Money => cents(exact(value))
export const least = (...values: Money[]): Money => Exact.min(...values)
export const greatest = (...values: Money[]): Money => Exact.max(...values)
export const atLeastZero = (value: Money): Money => greatest(value, zero)
export const sum = (values: Iterable<Money>): Money =>
  [...values].reduce((total, value) => total.plus(value), zero)

/** As JSON carries it: a number with cents. */
export const toJson = (value: Money): number => cents(value).toNumber()

/** As a sentence carries it: $1,234.50. */
export const usd = (value: Money): string =>
  `$${cents(value)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`

/** 0.2 → 20 %. */
export const percent = (share: Money): string =>
  `${share.times(100).toDecimalPlaces(2).toString()} %`
