/** More unread notifications than this are not counted. */
export const mostCounted = 100
