import type { AccessSubject, AccessView } from '#lib/contracts/organization/access'
import type { Subject } from '#lib/domain/access/rules'

/** Somebody whom a rule names, as the picker has them. */
export type Chosen = Pick<AccessSubject, 'kind' | 'id' | 'name'>

/** The entry of a rule that names them. */
export function subjectOf({ kind, id }: Chosen): Subject {
  if (kind === 'person') return { person: id }
  return kind === 'group' ? { group: id } : { role: id }
}

/** Those whom a rule names; who is gone is left out. */
export function chosenOf(entries: readonly Subject[], names: AccessView['names']): Chosen[] {
  return entries.flatMap((subject) =>
    Object.entries(subject).flatMap(([kind, id]) => {
      const name = names[id]
      return name === undefined ? [] : [{ kind: kind as Chosen['kind'], id, name }]
    }),
  )
}
