/** Component values as numbers and vectors, and the library's vectors. */
import type { Rotation, Vector } from '@dimforge/rapier3d-compat'
import type { Quat, Vector3 } from '../../math.ts'
import type { ComponentRecord, Value, ValueObject } from '../../scene/records.ts'

export const DEGREES = Math.PI / 180

export const num = (value: Value | undefined, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise
export const vec = (value: Value | undefined, otherwise: Vector3): Vector3 =>
	Array.isArray(value)
		? [Number(value[0] ?? 0), Number(value[1] ?? 0), Number(value[2] ?? 0)]
		: otherwise
export const group = (value: Value | undefined): ValueObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ValueObject) : {}

/** The id of the component that a property refers to. */
export function referredTo(component: ComponentRecord, property: string): string | null {
	const id = group(component.props[property])['$component']
	return typeof id === 'string' ? id : null
}

export const toVector = ([x, y, z]: Vector3): Vector => ({ x, y, z })
export const fromVector = ({ x, y, z }: Vector): Vector3 => [x, y, z]
/** Unity is left-handed, the library does not care: the same numbers obey the same formulas in both. */
export const toRotation = ([x, y, z, w]: Quat): Rotation => ({ x, y, z, w })
export const fromRotation = ({ x, y, z, w }: Rotation): Quat => [x, y, z, w]
