/** Says that rules lack something; nothing when they are complete. */
export function IncompleteRules({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-xs text-muted-foreground" role="status">
      {count === 1 ? 'A rule is' : `${count} rules are`} not complete yet: choose what is missing,
      or remove {count === 1 ? 'it' : 'them'}.
    </p>
  )
}
