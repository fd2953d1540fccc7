import {
  maxFields,
  type FieldType,
  type TemplateColumn,
  type TemplateField,
} from '#lib/domain/template/template'
import { refuse } from './refused.ts'

/**
 * How a template uses a name: prints it, asks whether it is there, walks through its rows, shows it
 * as a picture, or hands it to something that takes all.
 */
export type Use = 'text' | 'asked' | 'rows' | 'picture' | 'any'
type Known = { uses: Set<Use>; defaulted: boolean; where: string; columns: Fields }

const typeOf = (uses: Set<Use>): FieldType => {
  if (uses.has('rows')) return 'rows'
  if (uses.has('picture')) return 'picture'
  return uses.has('asked') && !uses.has('text') ? 'yes-no' : 'text'
}

/** It may be left out: it has a default, or it is printed only where it is there. */
const isOptional = ({ uses, defaulted }: Known): boolean =>
  defaulted || (uses.has('asked') && uses.size > 1)

/** The names that a template uses, in the order of their first places. */
export class Fields {
  readonly #known = new Map<string, Known>()

  /** `name` is dotted; `.` is a row that is a plain value. */
  add(name: string, use: Use, where: string, defaulted = false): Known {
    const known = this.#known.get(name) ?? {
      uses: new Set<Use>(),
      defaulted,
      where,
      columns: new Fields(),
    }
    known.uses.add(use)
    known.defaulted &&= defaulted
    if (!this.#known.has(name)) this.#known.set(name, known)
    if (this.#known.size > maxFields)
      refuse('', `The template has more than ${maxFields} placeholders. Split it.`)
    return known
  }

  has = (name: string): boolean => this.#known.has(name)

  /** Turns sections whose names all stand outside as well into conditions. */
  settleSections(): void {
    for (const known of this.#known.values()) {
      const inner = [...known.columns.#known.keys()]
      if (known.uses.has('rows') && inner.every((name) => this.has(name))) {
        known.uses.delete('rows')
        known.uses.add('asked')
      }
    }
  }

  /**
   * Asking for `patient` before `patient.name` needs no field of its own, and `items.first` belongs
   * to the rows of `items`.
   */
  #own(): [string, Known][] {
    const lists = [...this.#known].filter(([, { uses }]) => uses.has('rows'))
    const found = [...this.#known].filter(
      ([name]) => !lists.some(([list]) => name.startsWith(`${list}.`)),
    )
    return found.filter(([name]) => !found.some(([one]) => one.startsWith(`${name}.`)))
  }

  #columns(): TemplateColumn[] {
    return this.#own().map(([name, known]) => ({
      name,
      type: typeOf(known.uses),
      optional: isOptional(known),
    }))
  }

  list(): TemplateField[] {
    return this.#own().map(([name, known]) => {
      const type = typeOf(known.uses)
      const columns = type === 'rows' ? { columns: known.columns.#columns() } : {}
      return { name, type, optional: isOptional(known), where: known.where, ...columns }
    })
  }
}
