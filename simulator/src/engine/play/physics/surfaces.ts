/** Friction and bounce of colliders: Unity's defaults, or those of a physics material asset. */
import type { ColliderDesc } from '@dimforge/rapier3d-compat'
import type { Core } from '../../core.ts'
import { textOf } from '../../project-files.ts'
import type { ComponentRecord } from '../../scene/records.ts'
import type { Library } from './library.ts'
import { group } from './values.ts'

/** Unity's default material. Two coefficients meet at their average there too. */
const FRICTION = 0.6
const FRICTION_2D = 0.4

export function applySurface(
	core: Core,
	library: Library,
	collider: ComponentRecord,
	desc: ColliderDesc,
): void {
	const text = materialText(core, collider)
	const read = (key: string): number | undefined => {
		const found = new RegExp(`^\\s*(?:m_)?${key}:\\s*(\\S+)`, 'im').exec(text)?.[1]
		const value = found === undefined ? Number.NaN : Number(found)
		return Number.isFinite(value) ? value : undefined
	}
	const { CoefficientCombineRule: rule } = library
	// Unity's file has their numbers in this order.
	const rules = [rule.Average, rule.Multiply, rule.Min, rule.Max]
	const combine = (key: string): (typeof rules)[number] => rules[read(key) ?? 0] ?? rule.Average
	const fallback = collider.type.endsWith('2D') ? FRICTION_2D : FRICTION
	desc.setFriction(read('dynamicFriction') ?? read('friction') ?? fallback)
	desc.setRestitution(read('bounciness') ?? 0)
	desc.setFrictionCombineRule(combine('frictionCombine'))
	desc.setRestitutionCombineRule(combine('bounceCombine'))
}

function materialText(core: Core, collider: ComponentRecord): string {
	const guid = group(collider.props['sharedMaterial'])['$asset']
	const asset = typeof guid === 'string' ? core.assets.byGuid(guid) : undefined
	if (!asset) return ''
	return asset ? textOf(core.files, asset.path) : ''
}
