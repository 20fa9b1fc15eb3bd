/** Number of notifications on a page. */
export const pageOfNotifications = 50
