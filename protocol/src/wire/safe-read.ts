/** Safe reading of tool arguments and results, which come over the wire and may be partial. */

export type Bag = Readonly<Record<string, unknown>>

export const bag = (value: unknown): Bag =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {}

export const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

export const number = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const bags = (value: unknown): readonly Bag[] => list(value).map(bag)

/** The action of a call; empty for tools without actions. */
export const actionOf = (call: { readonly input: Bag }): string => text(call.input['action']) ?? ''
