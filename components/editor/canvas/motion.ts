/** Whether the person asked their system for pages that do not move. */
export const wantsNoMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches
