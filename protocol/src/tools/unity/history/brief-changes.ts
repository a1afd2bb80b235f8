/** Results of changes as a model reads them: what it cannot know yet, without an echo of what it asked for. Pure. */
import { bag, bags } from '../../../wire/safe-read.ts'

/** The values of a component that hold after a change, and those that were not set. */
export function briefComponent(result: unknown): unknown {
	const { results, successCount, failCount, componentType: _, ...known } = bag(result)
	const changes = bags(results)
	const set = changes.filter(({ success }) => success === true)
	const failed = changes.filter(({ success }) => success !== true)
	return {
		...known,
		...(set.length === 0
			? {}
			: {
					values: Object.fromEntries(set.map((one) => [one['property'], one['newValue'] ?? null])),
				}),
		...(failed.length === 0 ? {} : { failed }),
	}
}

/** One operation of many, in brief: ids and paths of new things, values, failures. */
export function briefOperation(result: unknown): unknown {
	if (typeof result !== 'object' || result === null || Array.isArray(result)) return result
	const known = bag(result)
	if (Array.isArray(known['results']) && typeof known['successCount'] === 'number') {
		const { gameObjectName: _, ...rest } = bag(briefComponent(known))
		return rest
	}
	if (typeof known['instanceId'] === 'string' && typeof known['path'] === 'string') {
		const { name: _, scene: __, ...rest } = known
		return rest
	}
	return known
}
