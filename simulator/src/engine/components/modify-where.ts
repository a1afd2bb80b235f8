/** `modify_where`: one change to every component of a type whose object fits, or what it would hit. */
import {
	MAX_MATCHES,
	MAX_SHOWN_MATCHES,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { fieldsOf } from '../scene/found-fields.ts'
import { filterType, objectsWhere } from '../scene/object-filter.ts'
import { isDescendant, pathOf } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord } from '../scene/records.ts'
import { needObject } from '../scene/refs.ts'
import { isA } from './component-types.ts'
import { setProperties } from './properties.ts'

type Args = ToolArgs<'unity_component', 'modify_where'>
type Result = ToolResult<'unity_component', 'modify_where'>

interface Match {
	readonly record: ObjectRecord
	readonly component: ComponentRecord
}

export function modifyWhere(core: Core, args: Args): Result {
	const matches = matchesOf(core, args)
	const fields = Object.keys(args.properties)
	const [first] = matches
	if (args.preview) {
		const found = matches.map(({ record }) => record)
		const shown = fieldsOf(
			core,
			found,
			found.slice(0, MAX_SHOWN_MATCHES),
			fields,
			args.component_type,
		)
		const objects = shown.map(({ instanceId, path, values = {} }) => ({
			instanceId,
			path,
			before: values,
		}))
		return { ...noteOf(shortened(matches.length)), matched: matches.length, changed: 0, objects }
	}
	core.stepName = `Modify ${first?.component.type} of ${matches.length} objects`
	const all = matches.map((match) => ({ match, ...changeOf(core, match, args.properties) }))
	const failed = all.filter(({ fault }) => fault !== null)
	const [one] = failed
	if (one?.fault && failed.length === all.length) throw one.fault
	const objects = all.slice(0, MAX_SHOWN_MATCHES).map(({ match, before, after, fault, notes }) => ({
		instanceId: match.record.id,
		path: pathOf(core.world, match.record),
		before,
		after,
		...(fault || notes ? { error: fault?.message ?? notes ?? '' } : {}),
	}))
	const partly = all.filter(({ fault, notes }) => fault === null && notes !== null)
	const said = [
		one?.fault
			? `${failed.length} of ${all.length} were not changed, e.g. ${pathOf(core.world, one.match.record)}: ${one.fault.message}`
			: '',
		partly[0] ? `${partly.length} were changed in part: ${partly[0].notes}` : '',
		shortened(all.length),
	]
	return {
		...noteOf(said.filter(Boolean).join(' ')),
		matched: all.length,
		changed: all.length - failed.length,
		objects,
	}
}

const noteOf = (note: string): { note?: string } => (note === '' ? {} : { note })

const shortened = (count: number): string =>
	count > MAX_SHOWN_MATCHES ? `The first ${MAX_SHOWN_MATCHES} are shown.` : ''

function matchesOf(core: Core, { component_type, where = {} }: Args): Match[] {
	const type = filterType(core, component_type) ?? component_type
	const root = where.under === undefined ? null : needObject(core, where.under)
	const matches = objectsWhere(core, { ...where, include_inactive: true }, type)
		.filter((record) => !root || isDescendant(core.world, record.id, root.id))
		.flatMap((record) =>
			record.components
				.filter((component) => isA(component.type, type))
				.map((component) => ({ record, component })),
		)
	if (matches.length === 0)
		throw new Fault('not_found', `No object with a ${component_type} fits "where".`, {
			hint: 'unity_query find takes the same filters and shows what there is.',
		})
	if (matches.length > MAX_MATCHES)
		throw new Fault(
			'too_large',
			`${matches.length} components fit; one call changes ${MAX_MATCHES}.`,
			{
				hint: 'Nothing was changed. Narrow "where", e.g. with under.',
			},
		)
	return matches
}

function changeOf(core: Core, { component }: Match, properties: Args['properties']) {
	try {
		const { note, results } = setProperties(core, component.id, properties)
		const done = results.filter(({ success }) => success)
		return {
			before: Object.fromEntries(done.map((one) => [one.property, one.previousValue])),
			after: Object.fromEntries(done.map((one) => [one.property, one.newValue])),
			fault: null,
			notes: note ?? null,
		}
	} catch (error) {
		if (!(error instanceof Fault)) throw error
		return { before: {}, after: {}, fault: error, notes: null }
	}
}
