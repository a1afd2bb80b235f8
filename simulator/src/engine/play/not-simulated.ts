/** What of a scene does nothing in the simulator's play mode: whoever plays it is told, not left to wonder. */
import { isA } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { allObjects } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord } from '../scene/records.ts'

const JOINTS = ['Joint', 'Joint2D']
/** Fall, but do not turn. */
const ROUND = ['SphereCollider', 'CapsuleCollider']
/** Kinds that are named before the rest is only counted. */
const MAX_NAMED = 5

/** A sentence per kind; null: all of it is simulated. */
export function notSimulated(core: Core): string | null {
	const scripts = new Set<string>()
	const joints = new Set<string>()
	let isRolling = false
	for (const record of allObjects(core.world)) {
		for (const { type } of record.components) {
			if (core.types.find(type)?.isUserScript) scripts.add(type)
			if (JOINTS.some((joint) => isA(type, joint))) joints.add(type)
		}
		isRolling ||= hasAny(record, ['Rigidbody']) && hasAny(record, ROUND)
	}
	const said = [
		scripts.size > 0 ? `scripts do not run (${listed(scripts)})` : '',
		joints.size > 0 ? `joints hold nothing (${listed(joints)})` : '',
		isRolling ? 'bodies slide and do not roll or turn' : '',
	].filter(Boolean)
	return said.length > 0 ? `Simulated editor: ${said.join('; ')}.` : null
}

const hasAny = ({ components }: ObjectRecord, types: readonly string[]): boolean =>
	components.some(({ type }: ComponentRecord) => types.includes(type))

function listed(names: ReadonlySet<string>): string {
	const all = [...names].sort()
	const more = all.length - MAX_NAMED
	return all.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
