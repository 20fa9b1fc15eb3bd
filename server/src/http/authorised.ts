declare const authorised: unique symbol

/** A row that a policy let this actor have. Services take nothing else, and only policies make one. */
export type Authorised<T> = T & { readonly [authorised]: true }

/** To be called by policies alone; `npm run check` sees to it. */
export function authorise<T>(value: T): Authorised<T> {
  return value as Authorised<T>
}
