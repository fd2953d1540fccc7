/** The elements of the page that its program looks for. */
export const formPageIds = { root: 'form-page', props: 'form-page-props' } as const
