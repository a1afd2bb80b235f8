/** The result of each property in a unity_component call. */
interface Change {
	readonly property: string
	readonly success: boolean
	readonly error?: string
	readonly available?: readonly string[]
}
export const resultsOf = (data: Record<string, unknown>): Change[] => data['results'] as Change[]
