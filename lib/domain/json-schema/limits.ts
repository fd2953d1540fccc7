/**
 * What a customer's JSON Schema may cost. A step is one keyword on one value, or one character
 * in one state of a pattern; on a slow core a million of them take about 50 ms.
 */
export const schemaLimits = {
  /** Objects, lists and values in the schema's own JSON. */
  values: 50_000,
  /** Nesting of the schema's own JSON; a field in a field is two levels. */
  depth: 100,
  /** Subschemas, written out once. */
  subschemas: 5_000,
  /** References and alternatives that lead to one another at the same value. */
  chain: 100,
  /** Steps that one value may need, with all references and alternatives written out. */
  stepsPerValue: 20_000,
  /** The same for one character of a text: states of patterns. */
  stepsPerCharacter: 5_000,
  /** Levels of data that are reckoned with where a schema refers to itself. */
  levels: 16,
  /** Sums that the reckoning itself may take. */
  reckoning: 2_000_000,
  /** States of all patterns of the schema together. */
  patternStates: 20_000,
  /** Different patterns; to compile one takes about 0.1 ms. */
  patterns: 500,
  /** Characters of one pattern. */
  patternLength: 2_000,
} as const

/** What one check of data may cost. */
export const checkLimits = {
  /**
   * Steps of a check that runs in the process that serves everybody, about 10 ms at worst. It is
   * counted, not timed: whatever needs more is handed to a process of its own.
   */
  stepsHere: 200_000,
  /** Steps of a check in a process of its own; the deadline comes first on a slow machine. */
  stepsApart: 100_000_000,
  /** Characters that defaults may add to the data. */
  grown: 1_000_000,
  /** Nested evaluations, so that no schema exhausts the stack. */
  nested: 1_500,
  /** Issues that are described; the others are counted. */
  issues: 100,
} as const
