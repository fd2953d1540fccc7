/** Where code that decides by time gets it from, so that a test can hand in a time of its own. */
export type Clock = { now(): Date }

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() }
