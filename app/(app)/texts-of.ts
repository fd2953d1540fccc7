type SearchParams = Record<string, string | string[] | undefined>

/** Parameters of a page's address; missing ones are empty, of repeated ones the first counts. */
export const textsOf = <Name extends string>(
  given: SearchParams,
  names: readonly Name[],
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, [given[name]].flat()[0] ?? ''])) as Record<
    Name,
    string
  >
