/** So many characters at the end are always seen: they tell files and their kinds apart. */
const seenAtEnd = 12

/** The name of a file on one line; a long one is cut before its end. */
export function FileName({ name }: { name: string }) {
  const isLong = name.length > 2 * seenAtEnd
  return (
    <span className="flex min-w-0 flex-1" title={name}>
      <span className="truncate whitespace-pre">{isLong ? name.slice(0, -seenAtEnd) : name}</span>
      {isLong ? <span className="shrink-0 whitespace-pre">{name.slice(-seenAtEnd)}</span> : null}
    </span>
  )
}
