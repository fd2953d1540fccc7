const inFolder = (folder: string | null): string =>
  folder === null ? '' : `?folder=${encodeURIComponent(folder)}`

/** The list of workflows, in the folder from which the person came. */
export const listAddress = (folder: string | null): string => `/workflows${inFolder(folder)}`
export const galleryAddress = (folder: string | null): string =>
  `/workflows/gallery${inFolder(folder)}`
export const workflowAddress = (id: string, folder: string | null): string =>
  `/workflows/gallery/${id}${inFolder(folder)}`
