declare const allowed: unique symbol

/** A row that a policy let this actor have. Services take nothing else, and only policies make one. */
export type Allowed<T> = T & { readonly [allowed]: true }

/** To be called by policies alone; the walls see to it. */
export function allow<T>(value: T): Allowed<T> {
  return value as Allowed<T>
}
