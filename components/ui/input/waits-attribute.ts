/** Stands on a submit button that is disabled only because its part of the page does not listen. */
export const waitsAttribute = 'data-waits'
