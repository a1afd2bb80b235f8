/** Places in a transcript. */
import type { ModelMessage } from '../model/types.ts'

/** The message row, and the message in its `model` part. The answer of a run has its row before it is stored. */
export interface Place {
	readonly seq: number
	readonly index: number
}

/** A message at its place. Entries are in order, and are never changed. */
export interface Entry extends Place {
	readonly message: ModelMessage
}

export const START: Place = { seq: 0, index: 0 }

/** Negative if `a` comes first, zero at the same place. */
export const order = (a: Place, b: Place): number => a.seq - b.seq || a.index - b.index

export const isBefore = (a: Place, b: Place): boolean => order(a, b) < 0

export const placeOf = ({ seq, index }: Place): Place => ({ seq, index })
