/** Values that a person has set, and the editor has not told yet. Pure. */

export interface Held {
	readonly value: unknown
	/** The reading at the end of the call: the next one has what the editor made of it. Null if the call is on its way. */
	readonly until: object | null
}

/** By component and property. */
export type HeldValues = ReadonlyMap<string, Held>

export const NOTHING: HeldValues = new Map()

/** Those that are shown instead of what this reading has. */
export const valuesAt = (held: HeldValues, reading: object): ReadonlyMap<string, unknown> =>
	new Map(
		[...held].flatMap(([key, { value, until }]) =>
			until === null || until === reading ? [[key, value] as const] : [],
		),
	)

/**
 * The call of this value has ended; one that was set later stays.
 * @param reading the newest; null: it was not set
 */
export function settled(
	held: HeldValues,
	key: string,
	sent: Held,
	reading: object | null,
): HeldValues {
	if (held.get(key) !== sent) return held
	const after = new Map(held)
	if (reading === null) after.delete(key)
	else after.set(key, { value: sent.value, until: reading })
	return after
}
