/** What became of each property of a call of unity_component. */
interface Change {
	readonly property: string
	readonly success: boolean
	readonly error?: string
	readonly available?: readonly string[]
}
export const resultsOf = (data: Record<string, unknown>): Change[] => data['results'] as Change[]
