/** Matches the names of the app's settings. */
export declare const ofTheApp: RegExp
export declare function forgetSettings(): void
