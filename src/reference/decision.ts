/** A value, now or later. */
export type Eventual<T> = T | Promise<T>;

/** Why something is refused, in words for people; undefined where it is not. */
export type Objection = string | undefined;
