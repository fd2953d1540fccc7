/** The star behind the label of a required field; the field itself says it to screen readers. */
export function RequiredMark() {
  return (
    <span className="text-destructive" aria-hidden>
      {' '}
      *
    </span>
  )
}
