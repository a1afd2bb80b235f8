/** Property paths: `mass`, `m_Mass`, `main.startSpeed`, `list[0]`, `list.Array.data[0]`, `localPosition.x`. */
import { nearest } from '@fairlead/protocol/tools'
import type { Value, ValueObject } from '../scene/records.ts'
import type { ComponentType } from './component-types.ts'
import type { PropertySpec, PropertyType } from './property-types.ts'

export type Step = { readonly key: string } | { readonly index: number } | { readonly size: true }

/** Other names under which a component's property is known, in C# or in the serialized file. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	MeshFilter: { mesh: 'sharedMesh' },
	Transform: { localeulerangles: 'localRotation' },
	RectTransform: { localeulerangles: 'localRotation' },
	Camera: {
		orthographicsize: 'orthographicSize',
		nearclip: 'nearClipPlane',
		farclip: 'farClipPlane',
	},
	BoxCollider: { material: 'sharedMaterial' },
	SphereCollider: { material: 'sharedMaterial' },
	CapsuleCollider: { material: 'sharedMaterial' },
	MeshCollider: { material: 'sharedMaterial', mesh: 'sharedMesh' },
	Animator: { controller: 'runtimeAnimatorController' },
	AudioSource: { audioclip: 'clip' },
}

/** Undefined when the path is malformed. */
export function parsePath(path: string): Step[] | undefined {
	const steps: Step[] = []
	const normal = path.replaceAll(/\.Array\.data\[/g, '[').replaceAll(/\.Array\.size$/g, '.size()')
	for (const part of normal.split('.')) {
		const match = /^([A-Za-z_]\w*(?:\(\))?)((?:\[\d+\])*)$/.exec(part)
		if (!match) return undefined
		if (match[1] === 'size()') steps.push({ size: true })
		else steps.push({ key: match[1] ?? '' })
		for (const index of (match[2] ?? '').matchAll(/\d+/g)) steps.push({ index: Number(index[0]) })
	}
	return steps
}

const unprefixed = (name: string): string => name.replace(/^m_/, '').toLowerCase()

export function findSpec(type: ComponentType, name: string): PropertySpec | undefined {
	const exact = type.props.find((spec) => spec.name === name)
	if (exact) return exact
	const wanted = unprefixed(name)
	const alias = ALIASES[type.name]?.[wanted]
	return (
		type.props.find((spec) => spec.name === alias) ??
		type.props.find((spec) => unprefixed(spec.name) === wanted)
	)
}

/** Nearest first; a property's former name comes first. */
export function availableNames(
	type: ComponentType,
	wanted: string,
	more: readonly string[],
): string[] {
	const key = unprefixed(wanted.split(/[.[]/)[0] ?? wanted)
	const former = type.props.filter((spec) => spec.formerly?.some((f) => f.toLowerCase() === key))
	const related = type.props.filter(
		(spec) => !former.includes(spec) && spec.formerly?.some((f) => f.toLowerCase().includes(key)),
	)
	const first = [...former, ...related].map((spec) => spec.name)
	const others = [...type.props.map((spec) => spec.name), ...more].filter((n) => !first.includes(n))
	return [...first, ...nearest(wanted, others, 10)].slice(0, 10)
}

const AXES = ['x', 'y', 'z', 'w']
const CHANNELS = ['r', 'g', 'b', 'a']

export type Target =
	| { readonly ok: true; readonly type: PropertyType; readonly value: Value }
	| { readonly ok: false; readonly error: string; readonly available?: string[] }

/** Follows the steps after the first into a value. An index one past the end names a new element. */
export function descend(type: PropertyType, value: Value, steps: readonly Step[]): Target {
	const [step, ...rest] = steps
	if (!step) return { ok: true, type, value }
	if ('size' in step) {
		if (type.kind !== 'array') return { ok: false, error: 'Only arrays have a size.' }
		return { ok: true, type: { kind: 'int', min: 0, max: 10_000 }, value: lengthOf(value) }
	}
	if ('index' in step) {
		if (type.kind !== 'array') return { ok: false, error: 'This property is not an array.' }
		const items = Array.isArray(value) ? value : []
		if (step.index > items.length)
			return {
				ok: false,
				error: `The array has ${items.length} elements; index ${step.index} is too high.`,
			}
		return descend(type.of, items[step.index] ?? blank(type.of), rest)
	}
	const lettered = type.kind === 'vector' || type.kind === 'color' ? letters(type) : []
	const letter = lettered.indexOf(step.key.toLowerCase())
	if (letter >= 0 && Array.isArray(value))
		return descend({ kind: 'float' }, value[letter] ?? 0, rest)
	if (type.kind === 'struct') {
		const field = type.fields.find((f) => unprefixed(f.name) === unprefixed(step.key))
		if (field)
			return descend(field.type, (value as ValueObject | null)?.[field.name] ?? field.default, rest)
		const names = type.fields.map((f) => f.name)
		return {
			ok: false,
			error: `There is no "${step.key}" in it.`,
			available: nearest(step.key, names, 10),
		}
	}
	return {
		ok: false,
		error: `There is no "${step.key}" in it.`,
		...(lettered.length > 0 ? { available: [...lettered] } : {}),
	}
}

/** The whole value with the part at `steps` replaced. The steps must have been checked by {@link descend}. */
export function replaceAt(
	type: PropertyType,
	value: Value,
	steps: readonly Step[],
	part: Value,
): Value {
	const [step, ...rest] = steps
	if (!step) return part
	if ('size' in step) {
		const items = Array.isArray(value) ? value : []
		const of = type.kind === 'array' ? type.of : type
		return Array.from({ length: Number(part) }, (_, i) => items[i] ?? items.at(-1) ?? blank(of))
	}
	if ('index' in step) {
		const items: Value[] = Array.isArray(value) ? [...value] : []
		const of = type.kind === 'array' ? type.of : type
		items[step.index] = replaceAt(of, items[step.index] ?? blank(of), rest, part)
		return items
	}
	if (type.kind === 'struct') {
		const field = type.fields.find((f) => unprefixed(f.name) === unprefixed(step.key))
		if (!field) return value
		const object = value as ValueObject
		return {
			...object,
			[field.name]: replaceAt(field.type, object[field.name] ?? field.default, rest, part),
		}
	}
	const index =
		type.kind === 'vector' || type.kind === 'color'
			? letters(type).indexOf(step.key.toLowerCase())
			: -1
	return Array.isArray(value) && index >= 0 ? value.with(index, part) : value
}

const letters = (type: { kind: 'color' | string; size?: number }): readonly string[] =>
	type.kind === 'color' ? CHANNELS : AXES.slice(0, type.size)
const lengthOf = (value: Value): number => (Array.isArray(value) ? value.length : 0)

/** The initial value of a new array element. */
function blank(type: PropertyType): Value {
	switch (type.kind) {
		case 'float':
		case 'int':
		case 'flags':
		case 'layerMask':
			return 0
		case 'bool':
			return false
		case 'string':
			return ''
		case 'enum':
			return type.names[0] ?? ''
		case 'vector':
			return Array.from({ length: type.size }, () => 0)
		case 'color':
			return [0, 0, 0, 0]
		case 'quaternion':
			return [0, 0, 0, 1]
		case 'reference':
			return null
		case 'array':
			return []
		case 'struct':
			return Object.fromEntries(type.fields.map((f) => [f.name, f.default]))
		default:
			return type satisfies never
	}
}
