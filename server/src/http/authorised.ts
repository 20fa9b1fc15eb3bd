declare const authorised: unique symbol

/** A row that a policy has authorised for this actor. Services take nothing else, and only policies make one. */
export type Authorised<T> = T & { readonly [authorised]: true }

/** Marks a row as authorised. Only policies may call it; `npm run check` makes sure of that. */
export function authorise<T>(value: T): Authorised<T> {
  return value as Authorised<T>
}
