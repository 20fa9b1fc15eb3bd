/** How many notifications a page of the list holds. */
export const pageOfNotifications = 50
