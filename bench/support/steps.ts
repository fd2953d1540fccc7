/** Steps in a row, each after the one before. */
export const inARow = (
  length: number,
  stepOf: (index: number, before: string) => object,
): object[] =>
  Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    title: `Step ${index}`,
    after: index === 0 ? [] : [{ step: `s${index - 1}` }],
    ...stepOf(index, `s${index - 1}`),
  }))

/** `transform` steps in a row, each of which counts one further. */
export const chainOf = (length: number): object[] =>
  inARow(length, (index, before) => ({
    type: 'transform',
    config: {
      value: {
        $:
          index === 0 ? '{ "count": start.from }' : `{ "count": steps.${before}.output.count + 1 }`,
      },
    },
  }))
