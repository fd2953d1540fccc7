/**
 * Words that may precede a bracket in a query that certainly changes nothing: words of the grammar,
 * and functions that only compute.
 */
const plainWords = new Set(
  [
    'select from where join on using in and or not as over by with case when then else between like ilike exists any all distinct union except intersect having filter values limit offset qualify',
    'count sum avg min max median mode stddev variance first last any_value count_if ' +
      'string_agg list array_agg quantile_cont arg_min arg_max ' +
      'approx_count_distinct bool_and bool_or',
    'round floor ceil abs sqrt power greatest least coalesce nullif ifnull cast try_cast ' +
      'decimal varchar if sign mod',
    'lower upper length substr substring trim ltrim rtrim replace concat contains starts_with ' +
      'left right lpad rpad split_part regexp_matches regexp_replace strftime',
    'date_trunc date_part date_diff datediff extract year month day quarter week dayofweek ' +
      'make_date interval row_number rank dense_rank lag lead ntile percent_rank',
  ].flatMap((line) => line.split(' ')),
)

/**
 * True when each call in the query is of a function that certainly leaves nothing in the database,
 * so that no check must follow. False means unknown. Quoted names, comments and names inside texts
 * (`query('FROM …')`) are never plain.
 */
export function isPlainQuery(query: string): boolean {
  if (/--|\/\*/.test(query)) return false
  for (let at = query.indexOf('('); at >= 0; at = query.indexOf('(', at + 1)) {
    const before = query.slice(0, at).trimEnd()
    if (before === '' || /[,(=<>+*|]$/.test(before)) continue
    const word = /\w+$/.exec(before)?.[0]
    if (word === undefined || !plainWords.has(word.toLowerCase())) return false
  }
  return true
}
