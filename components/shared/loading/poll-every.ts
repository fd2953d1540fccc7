/**
 * Asks again every `ms` milliseconds, for react-query's `refetchInterval`. A list that never loaded
 * stays at its error until the person presses *Try again*: asking again would discard the error and
 * show the loading state over and over.
 */
export const pollEvery =
  (ms: number) =>
  ({ state }: { state: { status: string; data: unknown } }): number | false =>
    state.status === 'error' && state.data === undefined ? false : ms
