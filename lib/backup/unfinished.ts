/** A file in a data folder whose restore has not finished; `npm start` refuses such a folder. */
export const unfinishedName = 'restoring'
