/** The same keys in another language: a missing or misspelt key does not compile. */
export type Like<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Like<T[Key]> };
