/** Of how many days done work can be counted. */
export const workloadPeriods = ['14', '30', '90'] as const
export type WorkloadPeriod = (typeof workloadPeriods)[number]

/** Ages of open work are told apart at so many working days. */
export const ageSteps = [1, 3, 5, 10] as const
