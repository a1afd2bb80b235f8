/** Component types by name: the editor's own and those of the project's scripts. */
import { type CompileMessage, nearest, type TypeSummary } from '@fairlead/protocol/tools'
import { Fault } from '../fault.ts'
import type { Value } from '../scene/records.ts'
import { type ComponentType, isBaseType, TRANSFORMS } from './component-types.ts'
import { CORE_TYPES } from './component-types-core.ts'
import { PHYSICS_TYPES } from './component-types-physics.ts'
import { RENDERING_TYPES } from './component-types-rendering.ts'
import type { PropertySpec, PropertyType } from './property-types.ts'

/** A serialized field of a user script. */
export interface UserField {
	readonly name: string
	/** The type as written in C#: `float`, `Vector3`, `Transform[]`, `List<int>`, … */
	readonly type: string
	/** JSON as the contract has it: vectors and colours as arrays. Without it C#'s own default. */
	readonly default?: unknown
	/** Names of the members where the type is an enum. */
	readonly enumNames?: readonly string[]
}

/** A component type that the project's scripts declare. */
export interface UserType {
	readonly name: string
	readonly fullName?: string
	readonly fields: readonly UserField[]
	/** `[RequireComponent]`. */
	readonly requires?: readonly string[]
	/** `[DisallowMultipleComponent]`. */
	readonly disallowMultiple?: boolean
}

/** The name `UnityEditor` shows for a component whose script is gone. */
export const MISSING_SCRIPT = 'Missing (Mono Script)'

const BUILTIN: readonly ComponentType[] = [...CORE_TYPES, ...RENDERING_TYPES, ...PHYSICS_TYPES]
const ASSET_TYPES = new Set(
	'Material Texture Texture2D Sprite AudioClip Mesh AnimationClip Font TextAsset Shader ScriptableObject PhysicsMaterial PhysicsMaterial2D RenderTexture'.split(
		' ',
	),
)

const INTEGERS = new Set('int uint long ulong short ushort byte sbyte'.split(' '))

export class TypeRegistry {
	#user: readonly UserType[] = []
	#types = new Map<string, ComponentType>()

	/** Errors of the last compile. */
	compileErrors: () => readonly CompileMessage[] = () => []

	constructor() {
		this.setUserTypes([])
	}

	get userTypes(): readonly UserType[] {
		return this.#user
	}

	/** Newest first, as passed by the caller. */
	setUserTypes(types: readonly UserType[]): void {
		this.#user = types
		this.#types = new Map(BUILTIN.map((type) => [type.name, type]))
		const names = new Set(types.map((type) => type.name))
		for (const type of types)
			this.#types.set(type.name, {
				name: type.name,
				fullName: type.fullName ?? type.name,
				props: type.fields.flatMap((field) => fieldSpec(field, names, this.#types)),
				canDisable: true,
				requires: type.requires ?? [],
				single: type.disallowMultiple ?? false,
				isUserScript: true,
				beyond: new Map(
					type.fields
						.filter((field) => fieldSpec(field, names, this.#types).length === 0)
						.map((field) => [field.name, field.type]),
				),
			})
	}

	/** The type with exactly this short or full name. */
	find(name: string): ComponentType | undefined {
		const direct = this.#types.get(name)
		if (direct) return direct
		for (const type of this.#types.values()) if (type.fullName === name) return type
		return undefined
	}

	/** @throws Fault `unknown_type` with the nearest names. */
	need(name: string): ComponentType {
		const found = this.find(name)
		if (found) return found
		const data = { nearest: nearest(name, [...this.#types.keys()]) }
		const missing = `There is no component type "${name}".`
		const errors = this.compileErrors()
		const own = errors.find(({ file }) => file.endsWith(`/${name}.cs`))
		const error = own ?? errors[0]
		if (!error)
			throw new Fault('unknown_type', missing, {
				hint: 'Use one of the nearest names, or search with unity_query types. A new script needs unity_refresh first.',
				data,
			})
		const { file, line, column, code, message } = error
		const where = `${file}(${line},${column}): error ${code}: ${message}`
		if (own)
			throw new Fault('unknown_type', `The script of ${name} does not compile: ${where}`, {
				hint: 'Fix the error, call unity_refresh, then try again.',
			})
		throw new Fault('unknown_type', `The scripts do not compile: ${where} ${missing}`, {
			hint: 'If a new script declares it: fix the errors, call unity_refresh, then try again. Otherwise use one of the nearest names.',
			data,
		})
	}

	/** Types that can be added: without Transform, user scripts first. */
	addable(): readonly ComponentType[] {
		const all = [...this.#types.values()].filter((type) => type.name !== 'Transform')
		return [...all.filter((t) => t.isUserScript), ...all.filter((t) => !t.isUserScript)]
	}

	summary(type: ComponentType): TypeSummary {
		const script = type.isUserScript ? this.#user.find((u) => u.name === type.name) : undefined
		return {
			name: type.name,
			fullName: type.fullName,
			isUserScript: type.isUserScript,
			...(script ? { fields: script.fields.map(({ name, type }) => ({ name, type })) } : {}),
		}
	}
}

function fieldSpec(
	field: UserField,
	userTypes: ReadonlySet<string>,
	types: ReadonlyMap<string, ComponentType>,
): PropertySpec[] {
	const type = csharpType(field, field.type.trim(), userTypes, types)
	if (!type) return []
	return [{ name: field.name, type, default: initial(type, field.default) }]
}

/** Undefined for types that the simulator cannot hold (nested plain classes): such a field is left out. */
function csharpType(
	field: UserField,
	written: string,
	userTypes: ReadonlySet<string>,
	types: ReadonlyMap<string, ComponentType>,
): PropertyType | undefined {
	const element = /^(?:System\.Collections\.Generic\.)?List<(.+)>$/.exec(written)?.[1]
	const inner = element ?? (written.endsWith('[]') ? written.slice(0, -2) : undefined)
	if (inner !== undefined) {
		const of = csharpType(field, inner.trim(), userTypes, types)
		return of && { kind: 'array', of }
	}
	const name = written.replace(/^(UnityEngine|System)\./, '')
	if (name === 'float' || name === 'double' || name === 'Single') return { kind: 'float' }
	if (INTEGERS.has(name) || name === 'Int32') return { kind: 'int' }
	if (name === 'bool' || name === 'Boolean') return { kind: 'bool' }
	if (name === 'string' || name === 'String') return { kind: 'string' }
	if (name === 'Color' || name === 'Color32') return { kind: 'color' }
	if (name === 'Quaternion') return { kind: 'quaternion' }
	if (name === 'LayerMask') return { kind: 'layerMask' }
	if (name === 'Vector2') return { kind: 'vector', size: 2 }
	if (name === 'Vector3') return { kind: 'vector', size: 3 }
	if (name === 'Vector4') return { kind: 'vector', size: 4 }
	if (field.enumNames && field.enumNames.length > 0) return { kind: 'enum', names: field.enumNames }
	if (name === 'GameObject') return { kind: 'reference', to: { kind: 'object' } }
	if (userTypes.has(name) || TRANSFORMS.has(name) || types.has(name))
		return { kind: 'reference', to: { kind: 'component', type: name } }
	if (isBaseType(name)) return { kind: 'reference', to: { kind: 'component', type: name } }
	if (ASSET_TYPES.has(name)) return { kind: 'reference', to: { kind: 'asset', type: name } }
	return undefined
}

/** The declared default if it fits the type, otherwise C#'s own. */
function initial(type: PropertyType, declared: unknown): Value {
	switch (type.kind) {
		case 'float':
		case 'int':
			return typeof declared === 'number' && Number.isFinite(declared) ? declared : 0
		case 'bool':
			return declared === true
		case 'string':
			return typeof declared === 'string' ? declared : ''
		case 'enum':
			return typeof declared === 'string' && type.names.includes(declared)
				? declared
				: (type.names[0] ?? '')
		case 'flags':
		case 'layerMask':
			return typeof declared === 'number' ? declared : 0
		case 'vector':
			return numbers(declared, type.size) ?? Array.from({ length: type.size }, () => 0)
		case 'color':
			return (
				numbers(declared, 4) ?? [
					...(numbers(declared, 3) ?? [0, 0, 0]),
					numbers(declared, 3) ? 1 : 0,
				]
			)
		case 'quaternion':
			return numbers(declared, 4) ?? [0, 0, 0, 1]
		case 'reference':
			return null
		case 'array':
			return Array.isArray(declared) ? declared.map((item) => initial(type.of, item)) : []
		case 'struct':
			return Object.fromEntries(type.fields.map((f) => [f.name, f.default]))
		default:
			return type satisfies never
	}
}

function numbers(value: unknown, size: number): number[] | undefined {
	return Array.isArray(value) &&
		value.length === size &&
		value.every((n) => typeof n === 'number' && Number.isFinite(n))
		? value
		: undefined
}
