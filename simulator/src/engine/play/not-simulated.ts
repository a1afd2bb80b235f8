/** Finds the parts of a scene that do nothing in the simulator's play mode, so that the result can name them. */
import { isA } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { activeInHierarchy, allObjects } from '../scene/objects.ts'
import { lackOf } from './physics/joints.ts'
import { hasKnownShape, isCollider } from './physics/shapes.ts'

/** Maximum number of named kinds; the rest is only counted. */
const MAX_NAMED = 5

/** A sentence per kind; null: everything is simulated. */
export function notSimulated(core: Core): string | null {
	const scripts = new Set<string>()
	const colliders = new Set<string>()
	const lacks = new Set<string>()
	for (const record of allObjects(core.world)) {
		if (!activeInHierarchy(core.world, record)) continue
		for (const component of record.components) {
			const { type, enabled } = component
			if (core.types.find(type)?.isUserScript) scripts.add(type)
			else if (isA(type, 'Joint') || isA(type, 'Joint2D')) {
				const lack = lackOf(component)
				if (lack !== null) lacks.add(lack)
			} else if (isCollider(component, false) || isCollider(component, true)) {
				if (!hasKnownShape(component)) colliders.add(type)
			} else if (type === 'Animator' && enabled !== false) lacks.add('animations do not play')
		}
	}
	const said = [
		scripts.size > 0 ? `scripts do not run (${listed(scripts)})` : '',
		...[...lacks].sort(),
		colliders.size > 0
			? `colliders whose shape the simulator does not know are not met (${listed(colliders)})`
			: '',
	].filter(Boolean)
	return said.length > 0 ? `Simulated editor: ${said.join('; ')}.` : null
}

function listed(names: ReadonlySet<string>): string {
	const all = [...names].sort()
	const more = all.length - MAX_NAMED
	return all.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
