/** unity_compare: the values of objects at two points in time. */
import { MAX_KEPT_OBJECTS, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import { showProperties } from '../components/properties.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { pathOf, subtree } from '../scene/objects.ts'
import { page, plural } from '../scene/queries.ts'
import type { ObjectRecord } from '../scene/records.ts'
import { byPath, needObject } from '../scene/refs.ts'

/** Kept sets of values; more would fill the memory of an editor that runs for days. */
const MAX_KEPT = 10
/** Bodies at rest tremble by less. */
const MIN_DIFFERENCE = 1e-5

/** World values and their local ones: if the local value differs, the world's would say the same again. */
const SAYS_IT: Readonly<Record<string, string>> = {
	position: 'localPosition',
	rotation: 'localRotation',
}

/** Values by component, which is numbered among those of its type, and by property. */
type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Change = ToolResult<'unity_compare', 'compare'>['changes'][number]

interface KeptObject {
	readonly id: string
	readonly path: string
	readonly values: Values
}

export interface KeptValues {
	readonly objects: readonly KeptObject[]
	/** Whether all objects below them were kept too. */
	readonly children: boolean
	/** Ids of the objects that the values refer to. */
	readonly references: References
}

/** Ids of objects by the text that refers to them, without `#Component`. */
type References = ReadonlyMap<string, string>

function eachText(value: unknown, visit: (text: string) => void): void {
	if (typeof value === 'string') visit(value)
	else if (typeof value === 'object' && value !== null)
		for (const each of Object.values(value)) eachText(each, visit)
}

const objectIn = (text: string): string => text.replace(/#\w+$/, '')

function referencesIn(core: Core, values: readonly Values[]): References {
	const ids = new Map<string, string>()
	eachText(values, (text) => {
		const ref = objectIn(text)
		if (ids.has(ref)) return
		const [found, other] = ref.startsWith('/') ? byPath(core, ref) : []
		if (found && !other) ids.set(ref, found.id)
		else if (core.world.objects.has(ref)) ids.set(ref, ref)
	})
	return ids
}

/** Whether two texts are equal. References are if they lead to one object, wherever it is now. */
function sameText(core: Core, was: References, now: References) {
	return (a: string, b: string): boolean => {
		const [before, after] = [was.get(objectIn(a)), now.get(objectIn(b))]
		// Objects of a scene that was loaded anew have other ids.
		if (before === undefined || after === undefined || !core.world.objects.has(before))
			return a === b
		return before === after && a.slice(objectIn(a).length) === b.slice(objectIn(b).length)
	}
}
type SameText = ReturnType<typeof sameText>

function valuesOf(core: Core, record: ObjectRecord): Values {
	const values: Record<string, Readonly<Record<string, unknown>>> = {
		GameObject: {
			name: record.name,
			activeSelf: record.active,
			tag: record.tag,
			layer: core.project.layerName(record.layer),
			isStatic: record.isStatic,
			parent: record.parent === null ? null : pathOf(core.world, core.world.object(record.parent)),
		},
	}
	const met = new Map<string, number>()
	for (const component of record.components) {
		const number = (met.get(component.type) ?? 0) + 1
		met.set(component.type, number)
		const { enabled } = component
		values[number === 1 ? component.type : `${component.type}[${number}]`] = {
			...(enabled === undefined ? {} : { enabled }),
			...showProperties(core, component),
		}
	}
	return values
}

/** Whether values are equal, but for differences that nobody sees. */
function same(a: unknown, b: unknown, texts: SameText): boolean {
	if (typeof a === 'string' && typeof b === 'string') return texts(a, b)
	if (typeof a === 'number' && typeof b === 'number')
		return Math.abs(a - b) <= MIN_DIFFERENCE * Math.max(1, Math.abs(a), Math.abs(b))
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
	const [left, right] = [Object.entries(a), Object.entries(b)]
	return (
		left.length === right.length &&
		left.every(([key, value]) => same(value, (b as Record<string, unknown>)[key], texts))
	)
}

function changesOf(object: string, before: Values, after: Values, texts: SameText): Change[] {
	const changes: Change[] = []
	for (const type of new Set([...Object.keys(before), ...Object.keys(after)])) {
		const [old, now] = [before[type], after[type]]
		if (!old || !now) {
			changes.push({ object, property: type, ...(old ? { before: old } : { after: now }) })
			continue
		}
		for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
			if (
				!same(old[key], now[key], texts) &&
				same(old[SAYS_IT[key] ?? ''], now[SAYS_IT[key] ?? ''], texts)
			)
				changes.push({
					object,
					property: `${type}.${key}`,
					...(Object.hasOwn(old, key) ? { before: old[key] } : {}),
					...(Object.hasOwn(now, key) ? { after: now[key] } : {}),
				})
	}
	return changes
}

/** The object with this id, or the only one with its path if ids have changed. */
function current(core: Core, { id, path }: KeptObject): ObjectRecord | undefined {
	const found = byPath(core, path)
	return core.world.objects.get(id) ?? (found.length === 1 ? found[0] : undefined)
}

/** Objects below these that are none of them. */
function addedBelow(core: Core, kept: readonly ObjectRecord[]): ObjectRecord[] {
	const known = new Set(kept)
	const added = new Set(kept.flatMap(({ id }) => [...subtree(core.world, id)]))
	return [...added].filter((record) => !known.has(record))
}

export const compareActions = {
	keep(core: Core, args: ToolArgs<'unity_compare', 'keep'>): ToolResult<'unity_compare', 'keep'> {
		const roots = args.objects.map((ref) => needObject(core, ref))
		const records = new Set(
			args.children ? roots.flatMap(({ id }) => [...subtree(core.world, id)]) : roots,
		)
		if (records.size > MAX_KEPT_OBJECTS)
			throw new Fault('too_large', `These are ${records.size} objects.`, {
				hint: `At most ${MAX_KEPT_OBJECTS} can be kept under one name: name fewer, or leave out children.`,
			})
		const kept = [...records].map((record) => ({
			id: record.id,
			path: pathOf(core.world, record),
			values: valuesOf(core, record),
		}))
		core.keptValues.delete(args.keep_as)
		core.keptValues.set(args.keep_as, {
			objects: kept,
			children: args.children,
			references: referencesIn(
				core,
				kept.map(({ values }) => values),
			),
		})
		const [oldest] = core.keptValues.keys()
		if (core.keptValues.size > MAX_KEPT && oldest !== undefined) core.keptValues.delete(oldest)
		const values = kept
			.flatMap((one) => Object.values(one.values))
			.reduce((sum, component) => sum + Object.keys(component).length, 0)
		return { keptAs: args.keep_as, objects: kept.length, values }
	},
	compare(
		core: Core,
		{ name, limit, cursor }: ToolArgs<'unity_compare', 'compare'>,
	): ToolResult<'unity_compare', 'compare'> {
		const kept = core.keptValues.get(name)
		if (!kept)
			throw new Fault('not_found', `No values are kept as "${name}".`, {
				hint: `Keep them before the change: unity_compare keep, keep_as "${name}".`,
				data: { kept: [...core.keptValues.keys()] },
			})
		const pairs = kept.objects.map((one) => {
			const record = current(core, one)
			return { one, now: record && { record, values: valuesOf(core, record) } }
		})
		const there = pairs.flatMap(({ now }) => now ?? [])
		const references = referencesIn(
			core,
			there.map(({ values }) => values),
		)
		const texts = sameText(core, kept.references, references)
		const missing = pairs.flatMap(({ one, now }) => (now ? [] : [one.path]))
		const changes: Change[] = []
		let changed = 0
		for (const { one, now } of pairs) {
			if (!now) continue
			const path = pathOf(core.world, now.record)
			const differences = changesOf(path, one.values, now.values, texts)
			changes.push(...differences)
			if (differences.length > 0) changed++
		}
		const records = there.map(({ record }) => record)
		const added = kept.children ? addedBelow(core, records) : []
		const { shown, nextCursor } = page(changes, limit, cursor)
		const rest = kept.objects.length - changed - missing.length
		return {
			summary: [
				`${plural(changes.length, 'value')} of ${plural(changed, 'object')} changed`,
				...(rest > 0 ? [`${plural(rest, 'object')} as before`] : []),
				...(missing.length > 0 ? [`${plural(missing.length, 'object')} gone`] : []),
				...(added.length > 0 ? [`${plural(added.length, 'object')} added`] : []),
			].join('; '),
			total: changes.length,
			nextCursor,
			changes: shown,
			missing,
			added: added.slice(0, MAX_KEPT_OBJECTS).map((record) => pathOf(core.world, record)),
		}
	},
}
