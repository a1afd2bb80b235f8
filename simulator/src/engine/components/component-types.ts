/** The type of component types, and the builders of the tables in component-types-*.ts. */
import type { PropertySpec } from './property-types.ts'

export interface ComponentType {
	readonly name: string
	readonly fullName: string
	readonly props: readonly PropertySpec[]
	/** Whether it has an `enabled` checkbox. */
	readonly canDisable: boolean
	/** Added with it; cannot be removed while it is there. */
	readonly requires: readonly string[]
	/** Only one per object. */
	readonly single: boolean
	/** Only one component of the same kind per object, e.g. `renderer`. */
	readonly exclusive?: string
	/** 3D and 2D physics do not share an object. */
	readonly physics?: '3d' | '2d'
	readonly isUserScript: boolean
	/** Serialized fields that the simulator cannot hold, with their types in C#. */
	readonly beyond?: ReadonlyMap<string, string>
}

type Options = Partial<Omit<ComponentType, 'name' | 'fullName' | 'props' | 'isUserScript'>> & {
	namespace?: string
}

export function component(
	name: string,
	options: Options,
	...props: readonly PropertySpec[]
): ComponentType {
	const { namespace = 'UnityEngine', ...rest } = options
	return {
		name,
		fullName: `${namespace}.${name}`,
		props,
		canDisable: false,
		requires: [],
		single: false,
		isUserScript: false,
		...rest,
	}
}

export const TRANSFORMS: ReadonlySet<string> = new Set(['Transform', 'RectTransform'])

/** Base types that can be queried but never added. */
const BASES: Readonly<Record<string, RegExp>> = {
	Component: /./,
	Behaviour: /./,
	MonoBehaviour: /./,
	Collider: /Collider$|^CharacterController$/,
	Collider2D: /Collider2D$/,
	Renderer: /^(?!Canvas).*Renderer$/,
	Joint: /Joint$/,
	Joint2D: /Joint2D$/,
}

export const isBaseType = (name: string): boolean => Object.hasOwn(BASES, name)

/** Whether a component of type `actual` answers to `wanted`, like `GetComponent`. */
export const isA = (actual: string, wanted: string): boolean =>
	actual === wanted ||
	(wanted === 'Transform' && actual === 'RectTransform') ||
	(Object.hasOwn(BASES, wanted) && BASES[wanted]?.test(actual) === true)
