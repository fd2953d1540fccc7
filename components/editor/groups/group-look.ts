import type { Group } from '#lib/domain/workflow/definition'

/** The classes of a group's frame, of the head of it, and of its box. */
const groupTones: Record<Group['colour'], { frame: string; head: string }> = {
  blue: {
    frame: 'border-sky-500/60 bg-sky-500/8',
    head: 'bg-sky-100 text-sky-950 dark:bg-sky-950 dark:text-sky-100',
  },
  green: {
    frame: 'border-emerald-500/60 bg-emerald-500/8',
    head: 'bg-emerald-100 text-emerald-950 dark:bg-emerald-950 dark:text-emerald-100',
  },
  amber: {
    frame: 'border-amber-500/70 bg-amber-500/8',
    head: 'bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-100',
  },
  violet: {
    frame: 'border-violet-500/60 bg-violet-500/8',
    head: 'bg-violet-100 text-violet-950 dark:bg-violet-950 dark:text-violet-100',
  },
  rose: {
    frame: 'border-rose-500/60 bg-rose-500/8',
    head: 'bg-rose-100 text-rose-950 dark:bg-rose-950 dark:text-rose-100',
  },
  grey: {
    frame: 'border-slate-500/60 bg-slate-500/8',
    head: 'bg-slate-200 text-slate-950 dark:bg-slate-800 dark:text-slate-100',
  },
}

/** The classes of a colour; one of another version is grey. */
export const toneOfGroup = (colour: string): { frame: string; head: string } =>
  groupTones[colour as Group['colour']] ?? groupTones.grey

/** The frame of a group without its head. */
export const frameClassOf = (colour: string): string =>
  `rounded-xl border-2 ${toneOfGroup(colour).frame}`

/** The colours of groups, as people read them. */
export const colourWords: Record<Group['colour'], string> = {
  blue: 'Blue',
  green: 'Green',
  amber: 'Amber',
  violet: 'Violet',
  rose: 'Rose',
  grey: 'Grey',
}
