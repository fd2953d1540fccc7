/**
 * The maximum cost of a customer's JSON Schema. A step is one keyword on one value, or one
 * character in one state of a pattern; on a slow core a million of them take about 50 ms.
 */
export const schemaLimits = {
  /** Objects, lists and values in the schema's own JSON. */
  values: 50_000,
  /** Nesting of the schema's own JSON; a field in a field is two levels. */
  depth: 100,
  /** Subschemas; each counts once. */
  subschemas: 5_000,
  /** References and alternatives that lead to one another at the same value. */
  chain: 100,
  /** Steps for one value, with all references and alternatives expanded. */
  stepsPerValue: 20_000,
  /** The same for one character of a text: states of patterns. */
  stepsPerCharacter: 5_000,
  /** Levels of data for which the cost of a schema that refers to itself is estimated. */
  levels: 16,
  /** Additions that the estimate itself may take. */
  reckoning: 2_000_000,
  /** States of all patterns of the schema together. */
  patternStates: 20_000,
  /** Different patterns; compiling one takes about 0.1 ms. */
  patterns: 500,
  /** Characters of one pattern. */
  patternLength: 2_000,
} as const

/** The maximum cost of one check of data. */
export const checkLimits = {
  /**
   * Steps of a check in the process that serves all requests, about 10 ms at worst. They are
   * counted, not timed; a check that needs more is passed to a process of the pool.
   */
  stepsHere: 200_000,
  /** Steps of a check in a process of the pool; on a slow machine the deadline comes first. */
  stepsApart: 100_000_000,
  /** Characters that defaults may add to the data. */
  grown: 1_000_000,
  /** Nested evaluations, so that no schema overflows the stack. */
  nested: 1_500,
  /** Issues that are described; the others are counted. */
  issues: 100,
} as const
