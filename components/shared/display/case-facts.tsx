import type { CaseName } from '#lib/domain/run/case-name'

/** The second line and the columns of a case, in one line. */
export function CaseFacts({ subtitle, caseColumns }: Pick<CaseName, 'subtitle' | 'caseColumns'>) {
  const columns = caseColumns ?? []
  if (!subtitle && columns.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
      {subtitle ? <span className="wrap-anywhere">{subtitle}</span> : null}
      {columns.map(({ label, value }, index) => (
        <span key={index} className="wrap-anywhere">
          <span className="text-muted-foreground">{label}: </span>
          <span className="text-foreground">{value}</span>
        </span>
      ))}
    </span>
  )
}
