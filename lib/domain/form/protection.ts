/** When a shared form asks browsers for a proof of work: never, when it gets too much, or always. */
export const formProtections = ['off', 'auto', 'always'] as const
export type FormProtection = (typeof formProtections)[number]

/** For so many days a visitor may go on with a form; 0 is not at all. */
export const saveDays = { usual: 7, most: 90 } as const
