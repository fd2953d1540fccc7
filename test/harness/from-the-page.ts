/** What the page of a shared form tells of itself; without it a sending has to prove work. */
export const fromThePage = { 'form-signs': 'seconds=40' }
