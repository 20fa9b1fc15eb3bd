/** The names of what the app reads. */
export declare const ofTheApp: RegExp
export declare function forgetSettings(): void
