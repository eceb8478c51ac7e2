/** The same keys in another language: one that is missing or misspelt does not compile. */
export type Like<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Like<T[Key]> };
