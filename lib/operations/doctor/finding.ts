import type { Finding } from '#lib/contracts/instance/installation'

type Level = Finding['level']

/** A check of the installation. It answers one finding for each thing that it looked at. */
export type Check = {
  /** What it is about, for people: "Database". */
  about: string
  look(): Promise<Finding[]>
}

const at = (level: Level) => (about: string, says: string, toDo: string | null) => ({
  about,
  level,
  says,
  toDo,
})

/** Nothing is to be done. */
export const fine = (about: string, says: string): Finding => at('fine')(about, says, null)
/** It works, and somebody should look at it. */
export const warning = at('warning')
/** Work waits, fails or is in danger. */
export const problem = at('problem')
