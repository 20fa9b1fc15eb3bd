export declare const messagesFolder: string
export declare const messagesStamp: string
export function messagesAreCompiled(): boolean
export function messagesFingerprint(): string
