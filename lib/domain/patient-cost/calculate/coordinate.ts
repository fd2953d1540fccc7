import { atLeastZero, greatest, least, usd, zero, type Money } from '../money.ts'
import type { CoordinationMethod } from '../coordination-methods.ts'

/** What a later plan knows of a line when its turn comes. */
type Coordination = {
  /** P: paid by the plans before. */
  paid: Money
  /** N: what this plan would pay alone. */
  alone: Money
  /** As: what this plan allows. */
  allowed: Money
  /** R: what the patient owes after the plans before. */
  balance: Money
  /** The highest amount that a plan before allows. */
  allowedBefore: Money
  /** The charge, or a contracted amount above it. */
  charge: Money
  /** The charge, or what the provider must accept as full payment if that is less. */
  obligated: Money
  /** This plan's own deductible and other cost share, alone. */
  deductible: Money
  costShare: Money
  /** The highest deductible that a plan before applied to the line. */
  deductibleBefore: Money
  /** What this plan pays on what is left of its allowed amount (maintenance of benefits). */
  onTheRest: Money
  /** Banked savings. */
  reserve: Money
  reading: 'lesser' | 'above-own-deductible'
}

type Paid = { pays: Money; why: string }
type Method = (of: Coordination) => Paid

const carveOut: Method = ({ alone, paid }) => ({
  pays: atLeastZero(alone.minus(paid)),
  why: `its own benefit ${usd(alone)} less ${usd(paid)} paid before`,
})

/** Each method as a formula; the sources are in the README of this folder. */
const methods: Record<CoordinationMethod, Method> = {
  standard: ({ alone, balance, deductible, reading }) => {
    const above =
      reading === 'above-own-deductible' ? atLeastZero(balance.minus(deductible)) : balance
    const what =
      reading === 'above-own-deductible'
        ? `the balance above its own deductible ${usd(above)}`
        : `the patient's balance ${usd(balance)}`
    return {
      pays: least(alone, above),
      why: `the lesser of its own benefit ${usd(alone)} and ${what}`,
    }
  },
  naic: ({ alone, paid, allowed, allowedBefore }) => {
    const allowable = greatest(allowed, allowedBefore)
    return {
      pays: least(alone, atLeastZero(allowable.minus(paid))),
      why:
        `its own benefit ${usd(alone)}, at most what is unpaid of the allowable expense ` +
        `${usd(allowable)} (NAIC model 120)`,
    }
  },
  washington: ({ alone, paid, allowed, allowedBefore, deductible, deductibleBefore, reserve }) => {
    const unpaid = atLeastZero(greatest(allowed, allowedBefore).minus(paid))
    const higher = greatest(deductible, deductibleBefore)
    const benefit = greatest(alone, unpaid.minus(higher)).plus(reserve)
    return {
      pays: least(benefit, unpaid),
      why:
        `up to 100 % of the allowable expense (${usd(unpaid)} unpaid), the patient never owing ` +
        `more than the higher deductible ${usd(higher)} (WAC 284-51-230)`,
    }
  },
  'lower-of-allowables': ({ alone, allowed, paid }) => ({
    pays: atLeastZero(least(alone, allowed.minus(paid))),
    why:
      `its own benefit ${usd(alone)}, at most its allowed amount ${usd(allowed)} less ` +
      `${usd(paid)} paid before`,
  }),
  'non-duplication': carveOut,
  'carve-out': carveOut,
  'maintenance-of-benefits': ({ onTheRest, allowed, paid }) => ({
    pays: onTheRest,
    why: `its rules on its allowed amount less what was paid before (${usd(allowed)} - ${usd(paid)})`,
  }),
  medicaid: ({ alone, paid }) => ({
    pays: atLeastZero(alone.minus(paid)),
    why: `Medicaid's own payment ${usd(alone)} less ${usd(paid)} paid before; the rest is written off`,
  }),
  'medicare-fee-schedule': ({ alone, paid, allowed, allowedBefore, obligated }) => {
    const byCharge = atLeastZero(obligated.minus(paid))
    const byAllowed = atLeastZero(greatest(allowed, allowedBefore).minus(paid))
    return {
      pays: least(byCharge, alone, byAllowed),
      why:
        `the lowest of charge less primary payment ${usd(byCharge)}, Medicare alone ` +
        `${usd(alone)}, and higher allowed amount less primary payment ${usd(byAllowed)} (42 ` +
        'CFR 411.33(a))',
    }
  },
  'medicare-reasonable-charge': ({ allowed, paid, obligated, costShare }) => {
    const amounts = [
      allowed.minus(costShare),
      allowed.minus(paid),
      obligated.minus(paid),
      obligated.minus(costShare),
    ].map(atLeastZero)
    return {
      pays: least(...amounts),
      why: `the lowest of ${amounts.map(usd).join(', ')} (42 CFR 411.33(e))`,
    }
  },
  'benefit-reserve': ({ alone, balance, reserve }) => ({
    pays: least(balance, alone.plus(reserve)),
    why:
      `the patient's balance ${usd(balance)}, at most its own benefit ${usd(alone)} and ` +
      `${usd(reserve)} of banked savings`,
  }),
}

/**
 * What a later plan pays on a line by its method of coordination: never negative, and never more
 * than is left of the charge.
 */
export function coordinate(method: CoordinationMethod, of: Coordination): Paid {
  const { pays, why } = methods[method](of)
  return { pays: least(greatest(pays, zero), atLeastZero(of.charge.minus(of.paid))), why }
}
